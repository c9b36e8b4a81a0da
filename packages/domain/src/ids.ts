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
export type ReceiptId = number & { readonly __id: 'receipt' };
export type PayoutId = number & { readonly __id: 'payout' };
export type PayoutAccountId = number & { readonly __id: 'payout_account' };
export type PayoutBatchId = number & { readonly __id: 'payout_batch' };
export type PayoutResumeId = number & { readonly __id: 'payout_resume' };
export type JournalId = number & { readonly __id: 'journal' };
export type MessageId = number & { readonly __id: 'message' };
export type UpdateId = number & { readonly __id: 'update' };
export type GalleryImageId = number & { readonly __id: 'gallery_image' };
export type InvitationId = number & { readonly __id: 'invitation' };
export type NotificationId = number & { readonly __id: 'notification' };
export type CampaignId = number & { readonly __id: 'campaign' };
export type StaffId = number & { readonly __id: 'staff' };
export type PhoneChangeId = number & { readonly __id: 'phone_change' };
export type FreezeId = number & { readonly __id: 'freeze' };
export type ContactId = number & { readonly __id: 'contact' };
export type DefaultId = number & { readonly __id: 'default' };
export type WriteOffId = number & { readonly __id: 'write_off' };
export type ReleaseUndoingId = number & { readonly __id: 'release_undoing' };
export type ForgivingId = number & { readonly __id: 'forgiving' };
export type HardshipId = number & { readonly __id: 'hardship' };
export type ImportId = number & { readonly __id: 'import' };
export type ImportLineId = number & { readonly __id: 'import_line' };
export type PauseId = number & { readonly __id: 'pause' };
export type PlanChangeId = number & { readonly __id: 'plan_change' };
export type PersonNoteId = number & { readonly __id: 'person_note' };
export type ReportCaseId = number & { readonly __id: 'report_case' };
export type SavedSearchId = number & { readonly __id: 'saved_search' };
export type MoneyAccountId = number & { readonly __id: 'money_account' };
export type StatementId = number & { readonly __id: 'statement' };
export type StatementLineId = number & { readonly __id: 'statement_line' };
export type TillId = number & { readonly __id: 'till' };
export type MoneyRateId = number & { readonly __id: 'money_rate' };
export type GiftId = number & { readonly __id: 'gift' };
export type DrawId = number & { readonly __id: 'draw' };
export type DebtId = number & { readonly __id: 'debt' };
export type AccountId = number & { readonly __id: 'account' };

/** The default MFI, ROI, has id 3 (R17.2). */
export const DEFAULT_MFI_ID = 3 as MfiId;
