import { createContext, use } from 'react';

export const DEFAULT_MFI = 'ROI';
/** The partners the selector on the start page offers. */
export const MFI_NAMES = ['DCBS', 'FATEN', 'ROI'] as const;

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
  profile: (mfi?: string) => withMfi('/App/Profile', mfi),
  mfiProposals: (mfi?: string) => withMfi('/App/MFIProposals', mfi),
  mfiSettings: (mfi?: string) => withMfi('/App/MFISettings', mfi),
  portfolio: (mfi?: string) => withMfi('/App/Portfolio', mfi),
  campaigns: (mfi?: string) => withMfi('/App/Campaigns', mfi),
  campaign: (mfi: string, id: string) => `/App/proposalsByCampaign?${new URLSearchParams({ mfi, id })}`,
  casperAssets: () => '/CasperAssets',
  chainDemo: () => '/CasperDemo',
  chainDeploy: (hash: string) => `/CasperAssets/deploy/${hash}`,
  notifications: (mfi?: string) => withMfi('/App/Notifications', mfi),
  proposal: (mfi: string, id: string) => `/App/proposal?${new URLSearchParams({ mfi, id })}`,
};

const MfiNameContext = createContext(DEFAULT_MFI);

/** Tells everything on the page, the chrome included, which MFI the address is about. */
export const MfiNameProvider = MfiNameContext;

/** The MFI this page is about: in the address, else the reader's own, else the default. */
export function useMfiName(): string {
  return use(MfiNameContext);
}

const MFI_NAME = /^[\p{L}\p{M}\d][\p{L}\p{M}\d -]{0,39}$/u;

/**
 * Partner names are written in capitals, whatever the address says. What cannot be a name, such as the phone in
 * `/App/VerifyCode/<phone>`, is neither shown nor asked the server for: the default stands in for it.
 */
export function mfiNameOf(written: string | null | undefined): string {
  const name = written?.trim().toUpperCase() ?? '';
  return MFI_NAME.test(name) && /\p{L}/u.test(name) ? name : DEFAULT_MFI;
}
