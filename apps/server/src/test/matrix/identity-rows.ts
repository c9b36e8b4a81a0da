import { type Cell, EVERYBODY, NOT_FOR_OTHERS, NOT_FOUND_FOR_OTHERS, nothing, type Row, SIGNED_IN } from './table.ts';

const phone = ({ serial }: Cell) => `+88018${String(10_000_000 + serial)}`;
const password = 'a river of green tea';

/** The identity service: most of it is open to everybody. */
export const IDENTITY_ROWS: readonly Row[] = [
  {
    call: 'signUp',
    request: (cell) => ({ body: { username: phone(cell), password } }),
    codes: '201 201 201 201 201 201',
  },
  {
    call: 'confirmSignUp',
    request: (cell) => ({ body: { username: phone(cell), code: '123456' } }),
    codes: '422 422 422 422 422 422',
  },
  { call: 'resendCode', request: (cell) => ({ body: { username: phone(cell) } }), codes: EVERYBODY },
  {
    call: 'signIn',
    request: (cell) => ({ body: { username: phone(cell), password } }),
    codes: '401 401 401 401 401 401',
  },
  {
    call: 'completeNewPassword',
    request: () => ({ body: { session: 'x', newPassword: password } }),
    codes: '401 401 401 401 401 401',
  },
  { call: 'findSecondFactor', request: nothing, codes: SIGNED_IN },
  {
    call: 'answerSecondFactor',
    request: () => ({ body: { session: 'x', totp: '123456' } }),
    codes: '401 401 401 401 401 401',
  },
  { call: 'askPasskey', request: () => ({ body: {} }), codes: NOT_FOUND_FOR_OTHERS },
  { call: 'beginFactor', request: () => ({ body: { kind: 'totp' } }), codes: NOT_FOR_OTHERS },
  {
    call: 'addFactor',
    variant: 'of none that was begun',
    request: () => ({ body: { name: 'Phone', totp: '123456' } }),
    codes: '401 422 422 422 422 422',
  },
  { call: 'removeFactor', request: () => ({ query: { id: 987654321 } }), codes: NOT_FOUND_FOR_OTHERS },
  { call: 'newRecoveryCodes', request: nothing, codes: NOT_FOUND_FOR_OTHERS },
  {
    call: 'changePassword',
    request: () => ({ body: { oldPassword: 'not the old one', newPassword: password } }),
    codes: '401 422 422 422 422 422',
  },
  { call: 'setPassword', request: () => ({ body: { newPassword: password } }), codes: '401 409 409 409 409 409' },
  {
    call: 'confirmChange',
    request: () => ({ body: { what: 'email', code: '123456' } }),
    codes: NOT_FOUND_FOR_OTHERS,
  },
  { call: 'resendChangeCode', request: () => ({ body: { what: 'phone' } }), codes: NOT_FOUND_FOR_OTHERS },
  { call: 'dropChange', request: () => ({ query: { what: 'email' } }), codes: NOT_FOUND_FOR_OTHERS },
  { call: 'listSessions', request: nothing, codes: SIGNED_IN },
  { call: 'endSessions', request: () => ({ query: { id: 987654321 } }), codes: NOT_FOUND_FOR_OTHERS },
  { call: 'endSessions', variant: 'all others', request: nothing, codes: SIGNED_IN },
  { call: 'refreshSession', request: nothing, codes: '401 401 401 401 401 401' },
  { call: 'signOutByCookie', request: nothing, codes: EVERYBODY },
  { call: 'forgotPassword', request: (cell) => ({ body: { username: phone(cell) } }), codes: EVERYBODY },
  {
    call: 'confirmForgotPassword',
    request: (cell) => ({ body: { username: phone(cell), code: '123456', newPassword: password } }),
    codes: '422 422 422 422 422 422',
  },
  { call: 'currentUser', request: nothing, codes: SIGNED_IN },
  { call: 'stepUp', request: () => ({ body: { password } }), codes: '401 422 422 422 422 422' },
  {
    call: 'stepUp',
    variant: 'without the password',
    request: () => ({ body: { code: '123456' } }),
    codes: '401 422 422 422 422 422',
  },
  { call: 'listDevInbox', request: nothing, codes: EVERYBODY },
  // Last, because it ends every session of its caller.
  { call: 'signOut', request: nothing, codes: SIGNED_IN },
];
