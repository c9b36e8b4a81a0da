import type { HelpAction } from '../../lib/help-mode.ts';
import type { TextKey } from '../../lib/text.tsx';
import type { IconName } from '../../ui/icon.tsx';
import type { ProposalCommand } from './use-proposal-commands.ts';

/** Opens a dialog of its own. */
export const DIALOG_ACTIONS = [
  'invest',
  'withdraw',
  'repay',
  'releaseFunds',
  'approve',
  'returnProposal',
  'fillIn',
  'translate',
  'message',
  'invite',
  'share',
  'seeBackers',
  'thank',
  'assignToCampaign',
] as const;
export type DialogAction = (typeof DIALOG_ACTIONS)[number];

export type Action = DialogAction | ProposalCommand | 'edit';

/** The first of these that a person may do is their filled button. */
export const BY_IMPORTANCE = [
  'releaseFunds',
  'approve',
  'invest',
  'publish',
  'withdraw',
  'repay',
  'unignore',
  'edit',
] as const;

export const IN_ORDER: readonly Action[] = [
  ...BY_IMPORTANCE,
  'message',
  'invite',
  'share',
  'seeBackers',
  'thank',
  'assignToCampaign',
  'unpublish',
  'ignore',
  'fillIn',
  'translate',
  'returnProposal',
  'delete',
];

export const LOOKS: Record<Action, { word: TextKey; icon: IconName }> = {
  releaseFunds: { word: 'money.actions.releaseFunds', icon: 'coins' },
  approve: { word: 'money.actions.approve', icon: 'check-circle' },
  invest: { word: 'money.actions.invest', icon: 'hands' },
  publish: { word: 'money.actions.publish', icon: 'megaphone' },
  unpublish: { word: 'money.actions.unpublish', icon: 'eye-off' },
  withdraw: { word: 'money.actions.withdraw', icon: 'bank' },
  repay: { word: 'money.actions.repay', icon: 'wallet' },
  edit: { word: 'money.actions.edit', icon: 'edit' },
  message: { word: 'money.actions.message', icon: 'message' },
  invite: { word: 'money.actions.invite', icon: 'mail' },
  share: { word: 'share.action', icon: 'share' },
  seeBackers: { word: 'money.actions.seeBackers', icon: 'users' },
  thank: { word: 'money.actions.thank', icon: 'heart' },
  assignToCampaign: { word: 'campaigns.assign.action', icon: 'layers' },
  ignore: { word: 'money.actions.ignore', icon: 'ban' },
  unignore: { word: 'money.actions.unignore', icon: 'eye' },
  returnProposal: { word: 'money.actions.returnProposal', icon: 'undo' },
  fillIn: { word: 'money.actions.fillIn', icon: 'pin' },
  translate: { word: 'money.actions.translate', icon: 'globe' },
  delete: { word: 'money.actions.delete', icon: 'trash' },
};

/** The entry of the help that explains each. */
export const DEMO_OF: Record<Action, HelpAction> = {
  releaseFunds: 'release',
  approve: 'approve',
  invest: 'back',
  publish: 'publish',
  unpublish: 'unpublish',
  withdraw: 'withdraw',
  repay: 'repay',
  edit: 'edit',
  message: 'message',
  invite: 'invite',
  share: 'share',
  seeBackers: 'seeBackers',
  thank: 'thank',
  assignToCampaign: 'assign',
  ignore: 'ignore',
  unignore: 'unignore',
  returnProposal: 'return',
  fillIn: 'fillIn',
  translate: 'translate',
  delete: 'delete',
};
