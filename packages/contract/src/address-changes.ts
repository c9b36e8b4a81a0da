import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { missingOr, Nothing } from './fields.ts';
import { Code, CodeDelivery } from './identity.ts';
import { OwnUser } from './users.ts';

const What = z.enum(['email', 'phone'], missingOr('invalid'));

export const confirmChange = endpoint('confirmChange', {
  summary: 'Put a new e-mail address or phone in force by the code that went there; ends all other sessions (R17.8)',
  access: 'account',
  body: z.strictObject({ what: What, code: Code }),
  data: OwnUser,
  refuses: ['not_found', 'email_exists', 'phone_exists', 'code_mismatch', 'code_expired', 'code_locked'],
  example: { body: { what: 'email', code: '123456' } },
});

export const resendChangeCode = endpoint('resendChangeCode', {
  summary: 'Another code to the new e-mail address or phone, not sooner than 60 seconds after the last',
  access: 'account',
  body: z.strictObject({ what: What }),
  data: z.object({ codeDelivery: CodeDelivery }),
  refuses: ['not_found', 'resend_too_soon', 'phone_exists'],
  example: { body: { what: 'email' } },
});

export const dropChange = endpoint('dropChange', {
  summary: 'Keep the e-mail address or phone that is in force',
  access: 'account',
  query: z.object({ what: What }),
  data: Nothing,
  refuses: ['not_found'],
  example: { query: { what: 'email' } },
});
