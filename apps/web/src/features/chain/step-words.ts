import type { TextKey } from '../../lib/text.tsx';

const WORDS: Readonly<Record<string, TextKey>> = {
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

/** What a step does, in words. */
export function stepWords(name: string): TextKey {
  return WORDS[name] ?? 'chain.step.other';
}
