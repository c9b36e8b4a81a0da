import { CALLS, type CallName } from '@sathi/contract/calls.ts';
import { expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { CHALLENGE, limitsOf } from './limits.ts';

/** Changes that cost no more than a read, with the reason. */
const AS_READS: Readonly<Record<string, readonly CallName[]>> = {
  'a code, a secret or a password is asked for, and its tries are counted by the identity service': [
    ...(['confirmEmail', 'stepUp', 'answerSecondFactor', 'askPasskey', 'beginFactor', 'addFactor'] as const),
    ...(['removeFactor', 'newRecoveryCodes', 'setPassword', 'changePassword', 'confirmChange'] as const),
    ...(['resendChangeCode', 'phoneChangeNotMe', 'disownPayout', 'unsubscribe', 'acceptInvitation'] as const),
  ],
  'of the own account, or what is left behind with it': [
    ...(['endSessions', 'dropChange', 'signOut', 'makeExport', 'closeAccount', 'keepLoanPublic'] as const),
    'setLanguage',
  ],
  'a mark that tells nobody anything': [
    ...(['ignoreProposal', 'unignoreProposal', 'readMessages', 'blockPerson', 'unblockPerson'] as const),
    ...(['readNotifications', 'saveNotificationPreferences', 'shareLink'] as const),
  ],
  'it only takes away': [
    ...(['deleteSavedSearch', 'removePayoutAccount', 'deleteUpdate', 'deleteGalleryImage', 'stopPush'] as const),
  ],
  'a rule counts them in the database': [
    ...(['sendMessage', 'sendNewUpdateEmail', 'sendBackInvitations', 'sendCampaignInvite'] as const),
    ...(['sendThankYouEmail', 'sendThanksAfterRepaid', 'sendCampaignEmail'] as const),
  ],
};

test('each call that changes something has a limit of its own, or a reason why reads are limit enough', () => {
  const changing = (Object.keys(CALLS) as CallName[]).filter((call) => CALLS[call][0] !== 'GET');
  const unlimited = changing.filter((call) => limitsOf(call) === undefined);
  expect(unlimited.toSorted()).toEqual(Object.values(AS_READS).flat().toSorted());
});

/** A step of 1,000 rounds in Chromium, throttled to a sixth of a server's core (decision 47). */
const STEP_ON_A_SLOW_PHONE_MS = 1.9;
const MOST_MS = 10_000;

test('the hardest proof of work keeps a slow phone busy for ten seconds at most', () => {
  const { challengeSteps } = readConfig({});
  const steps = challengeSteps * CHALLENGE.factorMax * (1 + CHALLENGE.spread);
  expect((steps * STEP_ON_A_SLOW_PHONE_MS * CHALLENGE.rounds) / 1000).toBeLessThanOrEqual(MOST_MS);
});
