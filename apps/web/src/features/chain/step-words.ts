import type { StaffTextKey } from '../../lib/text.tsx';

const WORDS: Readonly<Record<string, StaffTextKey>> = {
  fund: 'chain.step.fund',
  pay: 'chain.step.pay',
  give: 'chain.step.give',
  reward: 'chain.step.reward',
  stake: 'chain.step.stake',
  back: 'chain.step.back',
  count_backing: 'chain.step.countBacking',
  add_proposal: 'chain.step.addProposal',
  install: 'chain.step.install',
  allow_rewards: 'chain.step.allowRewards',
};

export function stepWords(name: string): StaffTextKey {
  return WORDS[name] ?? 'chain.step.other';
}
