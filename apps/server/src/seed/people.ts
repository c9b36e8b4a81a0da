import type { MfiId } from '@sathi/domain/ids.ts';

export const DCBS = 1 as MfiId;
export const FATEN = 2 as MfiId;
export const ROI = 3 as MfiId;

export type Person = {
  readonly firstName: string;
  readonly lastName: string;
  /** Numbers from 555-0100 to 555-0199 belong to no phone. */
  readonly phone: string;
  readonly bio: string;
  readonly language: 'en' | 'be' | 'ar';
  readonly staffOf?: MfiId;
};

const person = (
  phone: `+120255501${number}`,
  firstName: string,
  lastName: string,
  bio: string,
  more: { readonly staffOf?: MfiId; readonly language?: Person['language'] } = {},
): Person => ({ phone, firstName, lastName, bio, language: 'en', ...more });

export const PEOPLE = {
  nasrin: person('+12025550101', 'Nasrin', 'Akhter', 'Loan officer at DCBS in Sylhet.', { staffOf: DCBS }),
  domingos: person('+12025550102', 'Domingos', 'Soares', 'Loan officer at FATEN in Dili.', { staffOf: FATEN }),
  anita: person('+12025550103', 'Anita', 'Deshmukh', 'Loan officer at ROI in Kolkata.', { staffOf: ROI }),

  rahima: person('+12025550110', 'Rahima', 'Khatun', 'I sew school uniforms in Basirhat, West Bengal.'),
  shirin: person('+12025550111', 'Shirin', 'Sultana', 'সিলেটের বিয়ানীবাজারে হাঁস-মুরগি পালি।', { language: 'be' }),
  jamal: person('+12025550112', 'Jamal', 'Uddin', 'Fisherman on the Surma river, third generation.', {
    language: 'be',
  }),
  momena: person('+12025550113', 'Momena', 'Begum', 'Weaver from Moulvibazar. I teach two neighbours.'),
  maria: person('+12025550114', 'Maria', 'da Costa', 'I grow coffee above Ermera with my two sisters.'),
  joao: person('+12025550115', 'João', 'Ximenes', 'Fisherman in Atauro.'),
  filomena: person('+12025550116', 'Filomena', 'Guterres', 'I weave tais and baskets in Lospalos.'),
  lakshmi: person('+12025550117', 'Lakshmi', 'Naskar', 'Small farmer in the Sundarbans.'),
  ravi: person('+12025550118', 'Ravi', 'Bauri', 'I sell vegetables from house to house in Bankura.'),
  sunita: person('+12025550119', 'Sunita', 'Oraon', 'Potter, mother of three, from Purulia.'),

  farida: person('+12025550120', 'Farida', 'Chowdhury', 'Nurse in New Jersey, born in Sylhet.'),
  daniel: person('+12025550121', 'Daniel', 'Okafor', 'Teacher in Houston. Small loans changed my family.'),
  omar: person('+12025550122', 'Omar', 'Haddad', 'Pharmacist in Dearborn.', { language: 'ar' }),
  ana: person('+12025550123', 'Ana', 'Pereira', 'Grew up in Dili, lives in Lisbon.'),
  priya: person('+12025550124', 'Priya', 'Sharma', 'Engineer in San José.'),
  michael: person('+12025550125', 'Michael', 'Brown', 'Retired carpenter from Vermont.'),
  tahmina: person('+12025550126', 'Tahmina', 'Rahman', 'Student in Toronto.', { language: 'be' }),

  // The second person where two are needed (R34.3).
  rokeya: person('+12025550104', 'Rokeya', 'Parvin', 'Branch manager at DCBS in Sylhet.', { staffOf: DCBS }),
  teresa: person('+12025550105', 'Teresa', 'Amaral', 'Branch manager at FATEN in Dili.', { staffOf: FATEN }),
  subrata: person('+12025550106', 'Subrata', 'Roy', 'Branch manager at ROI in Kolkata.', { staffOf: ROI }),

  // The owners of loans that go otherwise than planned.
  kamala: person('+12025550130', 'Kamala', 'Mondal', 'I farm two fields behind the dyke in Gosaba.'),
  bimal: person('+12025550131', 'Bimal', 'Sardar', 'Fisherman in Basanti.'),
  nila: person('+12025550132', 'Nila', 'Das', 'I weave in Bankura.'),
  karim: person('+12025550133', 'Karim', 'Mia', 'I pull a rickshaw in Sylhet.'),
  anwara: person('+12025550134', 'Anwara', 'Khatun', 'I keep ducks in the haor of Sunamganj.'),
  sabita: person('+12025550135', 'Sabita', 'Pal', 'Potter from Habiganj.'),
  rosa: person('+12025550136', 'Rosa', 'Martins', 'I grow potatoes in the hills of Ainaro.'),
  tomas: person('+12025550137', 'Tomás', 'Alves', 'Carpenter in Ainaro.'),
} as const satisfies Record<string, Person>;

export type PersonName = keyof typeof PEOPLE;

/** The accounts to sign in with, for a first look at the product. */
export const SEED_ACCOUNTS: ReadonlyArray<{ readonly role: string; readonly phone: string }> = [
  { role: 'staff of DCBS', phone: PEOPLE.nasrin.phone },
  { role: 'staff of FATEN', phone: PEOPLE.domingos.phone },
  { role: 'staff of ROI', phone: PEOPLE.anita.phone },
  { role: 'borrower', phone: PEOPLE.rahima.phone },
  { role: 'investor', phone: PEOPLE.farida.phone },
  { role: 'investor', phone: PEOPLE.daniel.phone },
];
