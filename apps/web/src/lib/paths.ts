import { createContext, use } from 'react';

export const DEFAULT_MFI = 'ROI';

const withMfi = (path: string, mfi?: string) => (mfi ? `${path}/${encodeURIComponent(mfi)}` : path);

/** Every address of the product, so that no page spells one. */
export const paths = {
  start: (mfi?: string) => withMfi('/App/Start', mfi),
  register: (mfi?: string) => withMfi('/App/Register', mfi),
  login: (mfi?: string) => withMfi('/App/Login', mfi),
  verifyCode: (mfi: string, phone?: string) =>
    phone ? `${withMfi('/App/VerifyCode', mfi)}/${encodeURIComponent(phone)}` : withMfi('/App/VerifyCode', mfi),
  forgotPassword: (mfi?: string) => withMfi('/App/ForgotPassword', mfi),
  resetPassword: (mfi?: string) => withMfi('/App/ResetPassword', mfi),
  home: (mfi?: string) => withMfi('/App/Home', mfi),
  borrow: (mfi?: string) => withMfi('/App/Borrow', mfi),
  invest: (mfi?: string) => withMfi('/App/Invest', mfi),
  newProposal: (mfi?: string) => withMfi('/App/NewProposal', mfi),
  /** The drafts that institutions wrote for the person. */
  offers: (mfi?: string) => withMfi('/App/Offers', mfi),
  published: (mfi: string, id: string) => `/App/Published?${new URLSearchParams({ mfi, id })}`,
  place: (place: string) => `/App/Place/${encodeURIComponent(place)}`,
  trade: (category: string) => `/App/Trade/${category}`,
  partner: (mfi: string) => withMfi('/App/Partner', mfi),
  /** The figures of one institution, or of all. */
  figures: (mfi?: string) => withMfi('/App/Figures', mfi),
  security: (mfi?: string) => withMfi('/App/Security', mfi),
  yourData: (mfi?: string) => withMfi('/App/YourData', mfi),
  choosePassword: (mfi?: string) => withMfi('/App/ChoosePassword', mfi),
  profile: (mfi?: string) => withMfi('/App/Profile', mfi),
  mfiProposals: (mfi?: string) => withMfi('/App/MFIProposals', mfi),
  mfiSettings: (mfi?: string) => withMfi('/App/MFISettings', mfi),
  mfiStaff: (mfi?: string) => withMfi('/App/MFIStaff', mfi),
  mfiPeople: (mfi?: string) => withMfi('/App/MFIPeople', mfi),
  mfiPerson: (mfi: string, id: string) => `${withMfi('/App/MFIPeople', mfi)}?${new URLSearchParams({ person: id })}`,
  mfiPhoneChanges: (mfi?: string) => withMfi('/App/MFIPhones', mfi),
  mfiMore: (mfi?: string) => withMfi('/App/MFIMore', mfi),
  mfiPayouts: (mfi?: string) => withMfi('/App/MFIPayouts', mfi),
  mfiAccounts: (mfi?: string) => withMfi('/App/MFIAccounts', mfi),
  mfiMoney: (mfi?: string) => withMfi('/App/MFIMoney', mfi),
  mfiFreezes: (mfi?: string) => withMfi('/App/MFIFreezes', mfi),
  mfiImports: (mfi?: string) => withMfi('/App/MFIImports', mfi),
  mfiReports: (mfi?: string) => withMfi('/App/MFIReports', mfi),
  mfiRound: (mfi?: string) => withMfi('/App/MFIRound', mfi),
  mfiTills: (mfi?: string) => withMfi('/App/MFITills', mfi),
  mfiSettlements: (mfi?: string) => withMfi('/App/MFISettlements', mfi),
  mfiAwaited: (mfi?: string) => withMfi('/App/MFIAwaited', mfi),
  howToPay: (mfi?: string) => withMfi('/App/HowToPay', mfi),
  portfolio: (mfi?: string) => withMfi('/App/Portfolio', mfi),
  yearLetter: (mfi?: string) => withMfi('/App/YearLetter', mfi),
  campaigns: (mfi?: string) => withMfi('/App/Campaigns', mfi),
  campaign: (mfi: string, id: string) => `/App/proposalsByCampaign?${new URLSearchParams({ mfi, id })}`,
  casperAssets: () => '/CasperAssets',
  testNetwork: () => '/CasperDemo',
  chainDeploy: (hash: string) => `/CasperAssets/deploy/${hash}`,
  notMe: (token: string) => `/App/NotMe?${new URLSearchParams({ token })}`,
  notifications: (mfi?: string) => withMfi('/App/Notifications', mfi),
  proposal: (mfi: string, id: string) => `/App/proposal?${new URLSearchParams({ mfi, id })}`,
  /** The same page for a person who is on the way to backing this loan: a reload and a copied address keep that. */
  toBack: (page: string, id: string) => `${page}${page.includes('?') ? '&' : '?'}back=${id}`,
};

const MfiNameContext = createContext(DEFAULT_MFI);

/** Tells the whole page, the chrome included, which MFI the address is about. */
export const MfiNameProvider = MfiNameContext;

/** The MFI this page is about: in the address, else the reader's own, else the default. */
export function useMfiName(): string {
  return use(MfiNameContext);
}

/** The id of a proposal in a query; undefined for text that cannot be one. */
export function proposalIdOf(written: string | null): string | undefined {
  return written !== null && /^[1-9]\d{0,14}$/.test(written) ? written : undefined;
}

const MFI_NAME = /^[\p{L}\p{M}\d][\p{L}\p{M}\d -]{0,39}$/u;

/**
 * Partner names are written in capitals, in any spelling of the address. Text that cannot be a name, such as the phone
 * in `/App/VerifyCode/<phone>`, is neither shown nor asked the server for: the default stands in for it.
 */
export function mfiNameOf(written: string | null | undefined): string {
  const name = written?.trim().toUpperCase() ?? '';
  return MFI_NAME.test(name) && /\p{L}/u.test(name) ? name : DEFAULT_MFI;
}
