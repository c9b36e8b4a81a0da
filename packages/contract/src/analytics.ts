import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { missingOr, Nothing } from './fields.ts';
import { writtenAs } from './json-schema.ts';
import { LanguageField } from './users.ts';

/** The patterns of the pages that are counted. The address itself could carry an id or a phone. */
export const COUNTED_ROUTES = [
  '/',
  '/start',
  '/App/Start/:mfi?',
  '/App/Register/:mfi?',
  '/App/Login/:mfi?',
  '/login',
  '/App/VerifyCode/:mfi?/:phoneNumber?',
  '/App/ForgotPassword/:mfi?',
  '/App/ResetPassword/:mfi?',
  '/App/Home/:mfi?',
  '/App/Borrow/:mfi?',
  '/App/Invest/:mfi?',
  '/App/Place/:place',
  '/App/Trade/:category',
  '/App/Partner/:mfi?',
  '/App/Figures/:mfi?',
  '/App/Profile/:mfi?',
  '/App/ChoosePassword/:mfi?',
  '/App/Security/:mfi?',
  '/App/YourData/:mfi?',
  '/App/NewProposal/:mfi?',
  '/App/Published',
  '/App/Offers/:mfi?',
  '/App/MFIProposals/:mfi?',
  '/App/MFISettings/:mfi?',
  '/App/MFIStaff/:mfi?',
  '/App/MFIPeople/:mfi?',
  '/App/MFIMore/:mfi?',
  '/App/MFIPayouts/:mfi?',
  '/App/MFIMoney/:mfi?',
  '/App/MFIAccounts/:mfi?',
  '/App/MFIAwaited/:mfi?',
  '/App/MFISettlements/:mfi?',
  '/App/MFIRound/:mfi?',
  '/App/MFITills/:mfi?',
  '/App/MFISettlements/:mfi?',
  '/App/MFIFreezes/:mfi?',
  '/App/MFIImports/:mfi?',
  '/App/MFIReports/:mfi?',
  '/App/MFIPhones/:mfi?',
  '/App/Campaigns/:mfi?',
  '/App/proposal',
  '/App/proposalsByCampaign/:mfi?/:id?',
  '/App/Notifications/:mfi?',
  '/App/HowToPay/:mfi?',
  '/App/Portfolio/:mfi?',
  '/App/YearLetter/:mfi?',
  '/App/Unsubscribe',
  '/App/ConfirmEmail',
  '/App/NotMe',
  '/App/PhoneNotMe',
  '/CasperAssets',
  '/CasperAssets/deploy/:hash',
  '/CasperDemo',
  '/docs',
] as const;
type CountedRoute = (typeof COUNTED_ROUTES)[number];

/** The route may also be written `/App/Home/{mfi?}` or `/App/Home`: all count as the one pattern of the list. */
const RouteText = z
  .string(missingOr('invalid'))
  .transform(patternOf)
  .pipe(z.enum(COUNTED_ROUTES, missingOr('invalid'))) as unknown as z.ZodType<CountedRoute, CountedRoute>;
const RouteField = writtenAs(RouteText, { type: 'string', enum: COUNTED_ROUTES });

function patternOf(written: string): string {
  const pattern = written.replace(/\{(\w+\??)\}/g, ':$1');
  return COUNTED_ROUTES.find((route) => route === pattern || route.replace(/\/:\w+\?/g, '') === pattern) ?? pattern;
}

export const countPageView = endpoint('countPageView', {
  summary: 'One more opening of a kind of page today',
  access: 'public',
  body: z.strictObject({
    route: RouteField,
    language: LanguageField,
  }),
  data: Nothing,
  refuses: [],
  example: { body: { route: '/App/Home/:mfi?', language: 'be' } },
});
