/**
 * Identifiers are whole numbers inside and decimal strings on the wire. The brands exist for the compiler only:
 * a proposal's id cannot be passed where a user's is meant.
 */
export type UserId = number & { readonly __id: 'user' };
export type MfiId = number & { readonly __id: 'mfi' };
export type ProposalId = number & { readonly __id: 'proposal' };
export type InvestmentId = number & { readonly __id: 'investment' };
export type PaymentId = number & { readonly __id: 'payment' };
export type WithdrawalId = number & { readonly __id: 'withdrawal' };
export type JournalId = number & { readonly __id: 'journal' };
export type MessageId = number & { readonly __id: 'message' };
export type UpdateId = number & { readonly __id: 'update' };
export type GalleryImageId = number & { readonly __id: 'gallery_image' };
export type InvitationId = number & { readonly __id: 'invitation' };
export type NotificationId = number & { readonly __id: 'notification' };
export type CampaignId = number & { readonly __id: 'campaign' };
export type AccountId = number & { readonly __id: 'account' };

/** The default MFI, ROI, has id 3 (R17.2). */
export const DEFAULT_MFI_ID = 3 as MfiId;
