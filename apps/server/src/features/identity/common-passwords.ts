/** Names of the product and its partners, which are the first thing to be guessed here. */
const NAMES = new Set(['sathi', 'dcbs', 'faten', 'roi']);

/** Well-known passwords that are long enough to be chosen, in lower case. */
const COMMON = new Set(
  `
password iloveyou princess sunshine football baseball superman michelle computer whatever jennifer starwars
samantha basketball elizabeth liverpool butterfly jonathan alexander hello123 chocolate passw0rd p@ssw0rd
p@ssword pa$$word password! passwords password1 password2 password3 password12 password01 password11
password123 password1234 password12345 password123! password1! password@123 passw0rd1 passw0rd! passw0rd123
p@ssw0rd1 p@ssw0rd! p@ssw0rd123 p@$$w0rd pass1234 pass12345 passpass passwort motdepasse contraseña senha123
12345678 123456789 1234567890 0123456789 987654321 9876543210 87654321 1234554321 123123123 12341234 123412345
12344321 11223344 1122334455 112233445566 123321123 12345679 123456780 123456788 1234567891 12345678910
123454321 147258369 147852369 159753456 741852963 789456123 963852741 159357159 159951159 102030405060
10203040 01234567 00000000 11111111 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999
000000000 111111111 0000000000 1111111111 12121212 13131313 10101010 69696969 31415926 20202020 01012000
01011990 01011980 11111112 12312312 123456123 123456123456 12345612 123456abc 123456aa 123456qq 123456ab
123456789a 123456789q 1234567a 1234567q 12345qwert 12345abc 1234abcd 123abc123 123qweasd 123qwe123 1234qwer
12qwaszx 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz1qaz 1a2b3c4d 1234asdf 1z2x3c4v
zaq12wsx zaq1zaq1 zaq1xsw2 zaqxswcde qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345
qwerty123456 qwerty11 qwerty01 qwerty1! qwertyqwerty qwertz123 qwe123qwe qweasdzxc qwer1234 qwerasdf qweqweqwe
qazwsxedc qazwsx123 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 asdfghjk asdfghjkl asdfasdf asdf1234 asdfqwer asdasdasd
asd123asd zxcvbnm1 zxcvbnm123 zxcvbnm, zxczxczxc poiuytrewq lkjhgfdsa mnbvcxz1 azertyuiop azerty123 aaaaaaaa
aaaa1111 a1234567 a12345678 a123456789 a1b2c3d4 a1b2c3d4e5 abc12345 abc123456 abc123abc abcd1234 abcd12345
abcdefgh abcdefg1 abcdefghi abcdefghij abcabcabc aa123456 aa12345678 aaa11111 ab123456 welcome1 welcome123
welcome12 welcome! welcome1! letmein1 letmein123 letmein! iloveyou1 iloveyou2 iloveyou123 iloveyou! iloveme1
iloveu123 loveyou1 lovelove lovers123 forever1 forever21 trustno1 changeme changeme1 changeme123 changeit
default1 temp1234 temppass test1234 test12345 testtest testing1 testing123 guest123 user1234 login123 master12
master123 admin123 admin1234 admin12345 admin@123 administrator adminadmin root1234 rootroot toor1234 secret12
secret123 private1 security hello1234 hellohello access14 internet samsung1 samsung123 google123 facebook
facebook1 facebook123 whatsapp youtube1 android1 iphone123 nokia1234 microsoft windows1 computer1 computer123
monkey12 monkey123 dragon12 dragon123 shadow12 shadow123 michael1 michael123 jessica1 jordan23 jordan123
daniel123 charlie1 charlie123 andrew123 thomas123 robert123 anthony1 matthew1 joshua123 ashley123 nicole123
jasmine1 brandon1 victoria veronica patricia margaret katherine christine christina caroline stephanie
nathalie benjamin nicholas christian sebastian maverick superman1 superman123 batman123 spiderman spiderman1
pokemon1 pokemon123 naruto123 starwars1 startrek ninja123 football1 football123 baseball1 baseball123
basketball1 cricket1 cricket123 soccer123 hockey123 arsenal1 arsenal123 chelsea1 chelsea123 liverpool1
liverpool123 barcelona barcelona1 realmadrid ronaldo7 ronaldo123 messi1234 manchester manutd123 juventus1
newcastle princess1 princess123 sunshine1 sunshine123 flower123 flowers1 butterfly1 chocolate1 cookie123
cupcake1 strawberry cherry123 purple123 orange123 yellow12 rainbow1 angel1234 angels123 babygirl babygirl1
babygirl123 baby1234 sweetheart sweety123 honey1234 lovely123 beautiful beautiful1 precious precious1 blessed1
blessing jesus123 jesus1234 jesuschrist godisgood ilovegod heavenly christ123 allah786 allah123 allahuakbar
bismillah bismillah1 bismillah786 muhammad mohammed mohammad muhammad1 mohammad123 ahmed123 ali12345 786786786
786110786 inshallah mashallah alhamdulillah islam123 krishna1 krishna123 ganesh123 saibaba1 omsairam
omnamahshivaya jaishriram shivshakti lakshmi1 radhakrishna harekrishna mahadev1 hanuman1 bangladesh
bangladesh1 bangladesh123 bangla123 dhaka123 dhaka1234 chittagong sylhet123 rajshahi india123 india1234
india@123 mumbai123 delhi1234 kolkata1 kolkata123 chennai1 bangalore hyderabad rajasthan pakistan pakistan1
pakistan123 indonesia indonesia1 malaysia malaysia1 philippines timorleste timor123 america1 american1
canada123 australia england1 london123 newyork1 mexico123 brasil123 egypt123 morocco1 casablanca jaan1234
janu1234 jaanu123 mylove123 mylife123 myfamily family123 mother123 father123 mummy123 mommy123 sister123
brother1 friends1 friends123 friendship bestfriend happy123 happy1234 happiness smile123 summer123 summer2020
summer2023 summer2024 summer2025 winter123 winter2024 winter2025 spring2024 spring2025 autumn2024 january1
december october1 november september monday123 friday13 dolphin1 elephant tiger123 tigers123 lion1234 cheetah1
panther1 mustang1 ferrari1 corvette mercedes porsche1 yamaha123 harley123 killer123 hunter12 hunter123
ranger123 warrior1 soldier1 phoenix1 predator terminator gladiator matrix123 money123 money1234 richrich
bankbank bank1234 banking1 payment1 cashcash dollar123 taka1234 rupee123 loan1234 borrower investor microloan
microcredit microfinance lending1 lending123 nothing1 whatever1 whatever123 something anything everything
nobody123 idontknow dontknow forgot123 remember mypassword mypassword1 newpassword yourpassword thepassword
password99 password2020 password2023 password2024 password2025 password2026 qwerty2024 qwerty2025 welcome2024
welcome2025 admin2024 admin2025 india2024 india2025 metallica slipknot nirvana1 greenday blink182 linkinpark
evanescence eminem123 michaeljackson justinbieber onedirection hannahmontana creative scorpion champion
diamonds snoopy123 garfield mickey123 mickeymouse minniemouse tinkerbell cinderella
`
    .trim()
    .split(/\s+/),
);

/** Whether a password is among the first that anybody would try. Case does not make one better. */
export function isCommonPassword(password: string): boolean {
  const folded = password.normalize('NFKC').toLowerCase();
  const letters = folded.replace(/[^\p{L}]/gu, '');
  return COMMON.has(folded) || isOneCharacter(folded) || isMadeOfNames(letters);
}

function isOneCharacter(text: string): boolean {
  return new Set(text).size === 1;
}

/** `Sathi2026!` and `roi-roi-12345` are names with ornaments. */
function isMadeOfNames(letters: string): boolean {
  return [...NAMES].some((name) => letters !== '' && letters.replaceAll(name, '') === '');
}
