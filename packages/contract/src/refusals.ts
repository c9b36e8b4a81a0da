/**
 * Every refusal the product can give and its HTTP status. The code is also the key of its sentence,
 * so a new rule does not compile until it has a status here and a sentence in each language.
 */
export const REFUSAL_STATUS = {
  malformed_request: 400,
  sign_in_required: 401,
  not_authorized: 401,
  session_ended: 401,
  not_permitted: 403,
  user_not_confirmed: 403,
  not_found: 404,
  wrong_status: 409,
  already_approved: 409,
  already_decided: 409,
  not_approved: 409,
  not_yet_checked: 409,
  funding_ended: 409,
  has_backers: 409,
  withdrawal_open: 409,
  campaign_ended: 409,
  album_full: 409,
  request_in_progress: 409,
  profile_exists: 409,
  user_exists: 409,
  email_exists: 409,
  phone_exists: 409,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid_request: 422,
  invalid_date: 422,
  image_unreadable: 422,
  image_kind: 422,
  image_too_large: 422,
  image_animated: 422,
  image_quota: 422,
  idempotency_key_reused: 422,
  amount_below_minimum: 422,
  amount_above_remaining: 422,
  amount_not_positive: 422,
  amount_above_outstanding: 422,
  code_mismatch: 422,
  code_expired: 422,
  code_locked: 429,
  too_many_requests: 429,
  resend_too_soon: 429,
  overloaded: 503,
  internal_error: 500,
} as const;

export type RefusalCode = keyof typeof REFUSAL_STATUS;

/** What can be wrong with one field; the code is the key of its sentence too. */
export const FIELD_PROBLEMS = [
  'required',
  'invalid',
  'too_long',
  'too_short',
  'unknown_field',
  'amount_below_one',
  'amount_too_large',
  'amount_malformed',
  'months_out_of_range',
  'date_malformed',
  'phone_malformed',
  'phone_not_changeable',
  'email_malformed',
  'password_too_short',
  'password_too_long',
  'password_too_common',
  'bidi_override',
  'terms_required',
  'unknown_mfi',
  'too_many_addresses',
  'not_as_stored',
  'link_malformed',
  'unknown_image',
] as const;
export type FieldProblem = (typeof FIELD_PROBLEMS)[number];

export type SentenceKey = RefusalCode | FieldProblem;
/** `{remaining}` and `{maximum}` are filled with an amount such as `$60.00`, `{seconds}` with a number. */
export type Sentences = Readonly<Record<SentenceKey, string>>;
