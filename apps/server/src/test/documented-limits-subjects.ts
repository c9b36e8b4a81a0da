import type { MfiId } from '@sathi/domain/ids.ts';
import { lookForDefaults } from '../features/defaults/defaults.jobs.ts';
import { bearer, codeFor, newPhone, PASSWORD } from './accounts.ts';
import { type Asked, moneySubjects, type Subjects } from './documented-limits-money.ts';
import { done, type Loan, useLoans } from './loans.ts';
import type { Wire } from './matrix/table.ts';
import { useReports } from './reports.ts';
import { openDesk } from './statements/desk.ts';
import { useTills } from './tills.ts';
import { NOW, ROI, type World } from './world.ts';

const ofRoi = { mfiId: ROI };

/** Requests about something that is there, of calls which the matrix makes about nothing and which so end before their values. */
export function subjectsIn(world: World): Subjects {
  const { newLoan } = useLoans(world);
  const staff = (mfiId: MfiId) => world.newPerson({ staffOf: [mfiId] });
  const loanOf = ({ id }: Loan) => ({ ...ofRoi, proposalId: id });

  return {
    ...identitySubjects(world),
    ...officeSubjects(world),
    ...moneySubjects(world),
    refuseHardship: async () => {
      const loan = await newLoan({ status: 5 });
      const body = { proposalId: loan.id, reason: 'disaster', fromOn: '2026-05-31' };
      done(await world.call('POST', '/api/borrow/hardship', { as: loan.owner, body }));
      return { wire: { query: loanOf(loan), body: { reason: 'Please pay half now.' } }, as: loan.officer };
    },
    enterReleaseUndoing: async () => {
      const loan = await newLoan({ status: 5 });
      return { wire: { query: loanOf(loan), body: { reason: 'Not needed.' } }, as: loan.officer };
    },
    reversePayment: async () => {
      const loan = await newLoan({ status: 6 });
      const [{ id }] = done(
        await world.call('GET', `/api/borrow/proposalPayments?proposalId=${loan.id}`, { as: loan.owner }),
      );
      return { wire: { query: { proposalId: loan.id, id }, body: { reason: 'It bounced' } }, as: await staff(ROI) };
    },
    confirmDefault: async () => {
      const loan = await inDoubt(world);
      return { wire: { query: loanOf(loan), body: { reason: 'Gone.', cause: 'borrower' } }, as: loan.officer };
    },
    enterWriteOff: async () => {
      const loan = await inDoubt(world);
      const body = { reason: 'Gone.', cause: 'borrower' };
      done(await world.call('POST', `/api/mfi/default?mfiId=3&proposalId=${loan.id}`, { as: loan.officer, body }));
      world.now = new Date('2026-10-01T06:30:00.000Z');
      return { wire: { query: loanOf(loan), body: { reason: 'Gone.' } }, as: loan.officer };
    },
  };
}

/** A loan of which nobody has paid anything for half a year. */
async function inDoubt(world: World): Promise<Loan> {
  const { newLoan, withdraw, moveWithdrawal } = useLoans(world);
  const loan = await newLoan({ status: 5 });
  const { id } = done(await withdraw(loan));
  done(await moveWithdrawal(id, loan.officer, { state: 'sent', reference: 'B-77' }));
  world.now = new Date('2026-08-31T06:30:00.000Z');
  await lookForDefaults(world.outside);
  return loan;
}

function identitySubjects(world: World): Subjects {
  /** A person with a proven phone and no profile. */
  const signedUp = async (more: object = {}) => {
    const phone = newPhone();
    const body = { username: phone, password: PASSWORD, ...more };
    const { userSub: subject } = done(await world.call('POST', '/api/identity/sign-up', { body }));
    const code = await codeFor(world, phone);
    done(await world.call('POST', '/api/identity/confirm-sign-up', { body: { username: phone, code } }));
    const answer = await world.call('POST', '/api/identity/sign-in', { body: { username: phone, password: PASSWORD } });
    const { accessToken: token } = done(answer);
    done(await world.call('GET', '/api/identity/current-user', bearer(token)));
    return { id: 0 as never, subject, phone, token };
  };
  return {
    createUser: async () => {
      const as = await signedUp();
      const { phone, subject: username } = as;
      return {
        wire: { body: { firstName: 'Asha', lastName: 'Roy', phone, email: `${username}@example.org`, username } },
        as,
      };
    },
    setPassword: async () => {
      const as = await signedUp({ passwordLater: true });
      return { wire: { body: { newPassword: 'another river of tea' } }, as };
    },
    closeAccount: async () => ({ wire: { body: {} }, as: await world.newPerson() }),
  };
}

function officeSubjects(world: World): Subjects {
  const { newLoan } = useLoans(world);
  const reports = useReports(world);
  const tills = useTills(world);
  const staff = () => world.newPerson({ staffOf: [ROI] });
  const onDesk = async (wire: (desk: { mfiId: MfiId; accountId: number }) => Wire): Promise<Asked> => {
    const as = await staff();
    return { wire: wire({ ...ofRoi, accountId: (await openDesk(world, ROI, as)).accountId }), as };
  };
  const onLine = async (wire: (id: string) => Wire, isBooked = false): Promise<Asked> => {
    const as = await staff();
    const desk = await openDesk(world, ROI, as);
    await desk.handIn([{ dollars: -5, text: 'CHARGE OF MAY' }]);
    const [{ id }] = (await desk.lines()) as unknown as [{ id: string }];
    if (isBooked) await desk.setAside({ id, as: 'fee', note: 'Fee' });
    return { wire: wire(id), as };
  };
  const aboutCase = async (wire: (id: string, loan: Loan) => Promise<Asked>) => {
    const loan = await newLoan();
    return wire(await reports.hideForGood(loan), loan);
  };
  return {
    changeMoneyAccount: () =>
      onDesk(({ mfiId, accountId }) => ({ query: { mfiId, id: accountId }, body: { forPayIn: false } })),
    uploadStatement: () => onDesk((query) => ({ query: { ...query, name: 'a.csv' }, bytes: Buffer.from('a;b;c') })),
    setStatementMapping: () =>
      onDesk((query) => ({
        query,
        body: { columns: { bookedOn: 'Date', amount: 'Amount' }, decimal: '.', dateOrder: 'dmy' },
      })),
    agreeDay: () =>
      onDesk(({ mfiId, accountId }) => ({
        query: { mfiId },
        body: { accountId, day: '2026-01-30', reasons: [{ document: 'D1', reason: 'Known' }] },
      })),
    setLineAside: () => onLine((id) => ({ query: ofRoi, body: { id, as: 'fee', note: 'Fee' } })),
    undoLine: () => onLine((id) => ({ query: { ...ofRoi, id }, body: { reason: 'Wrong' } }), true),
    enterTillEntries: async () => {
      const { id, officer: as } = await tills.open(await staff());
      const body = { entries: [{ clientId: 'a', number: 1, returned: { signedBy: 'Asha' } }] };
      return { wire: { query: { ...ofRoi, id }, body }, as };
    },
    changeTill: async () => {
      const { id, officer: as } = await tills.open(await staff());
      const body = { state: 'closed', counted: { amount: '500.00', currency: 'INR' } };
      return { wire: { query: { ...ofRoi, id }, body }, as };
    },
    enterPhoneChange: async () => {
      const { owner, officer: as } = await newLoan({ status: 5 });
      const body = { oldPhone: owner.phone, newPhone: newPhone(), idSeen: true, reason: 'It was stolen.' };
      return { wire: { query: ofRoi, body }, as };
    },
    decideReport: async () => {
      const loan = await newLoan();
      await reports.hide(loan);
      const { id } = await reports.caseOf(loan);
      return { wire: { query: { ...ofRoi, id }, body: { state: 'shown', reason: 'All is well.' } }, as: loan.officer };
    },
    enterAppeal: () =>
      aboutCase(async (id, { owner: as }) => ({ wire: { body: { id, text: 'It is my house.' } }, as })),
    answerAppeal: () =>
      aboutCase(async (id, loan) => {
        done(await reports.appeal(loan.owner, id));
        const body = { state: 'shown', reason: 'All is well.' };
        return { wire: { query: { ...ofRoi, id }, body }, as: await staff() };
      }),
  };
}

/** The clock as it was, after a subject that took time to come about. */
export const backToNow = (world: World): void => void (world.now = NOW);
