import { PROPOSALS_CONTRACT } from '@sathi/contracts/installations.ts';
import { UNITS_PER_TOKEN } from '@sathi/domain/chain-rewards.ts';
import { SAMPLE_PROPOSAL_IDS, type SampleProposalId } from '@sathi/domain/chain-operations.ts';
import type { Plan } from '@sathi/domain/chain-steps.ts';
import type { Outside } from '../../outside/outside.ts';
import { hasOpenSetup, insertSetup } from './chain-operations.repository.ts';
import { ALL_CONTRACTS, type ChainReader, createChainReader, findContracts } from './chain-reader.ts';

type Sample = { readonly title: string; readonly tokens: bigint; readonly monthsToRepay: number };

const SAMPLES: Readonly<Record<SampleProposalId, Sample>> = {
  '80': { title: 'Two goats', tokens: 50_000n, monthsToRepay: 12 },
  '144': { title: 'গরু কেনা', tokens: 80_000n, monthsToRepay: 24 },
  '166': { title: 'ماكينة خياطة', tokens: 30_000n, monthsToRepay: 6 },
  '168': { title: 'A roof of tin', tokens: 120_000n, monthsToRepay: 36 },
  '169': { title: 'Rice for the season', tokens: 20_000n, monthsToRepay: 3 },
};

/**
 * Sees to it that the chain has all of ours: the eight contracts, the permission to pay rewards, the samples. Existing
 * ones are left alone, so it may be called again at any time; it is an operation like any other and goes on after a
 * crash.
 * @returns whether all were there
 * @throws ChainDownError
 */
export async function ensureSetup({ chain, db, now }: Pick<Outside, 'chain' | 'db' | 'now'>): Promise<boolean> {
  const plan = await missingSteps(chain);
  if (plan.length === 0) return true;
  if (!(await hasOpenSetup(db))) await insertSetup(db, plan, now());
  return false;
}

/**
 * Whether the contracts are there; the samples come last, so with one of them the setup is complete. @throws
 * ChainDownError
 */
export async function isSetUp(chain: Outside['chain']): Promise<boolean> {
  return Object.keys(await findContracts(chain)).length === ALL_CONTRACTS.length;
}

async function missingSteps(chain: Outside['chain']): Promise<Plan> {
  const reader = await createChainReader(chain);
  const missing = ALL_CONTRACTS.filter((contract) => reader.contracts[contract] === undefined);
  const samples = await missingSamples(reader);
  // The samples follow the permission: where they are missing, it may be too.
  const permission = samples.length > 0 ? [{ name: 'allow_rewards' as const }] : [];
  return [
    ...missing.map((contract) => ({ name: 'install', contract }) as const),
    ...permission,
    ...samples.map((ref) => ({ name: 'add_proposal', ref, record: sampleRecord(SAMPLES[ref]) }) as const),
  ];
}

async function missingSamples(reader: ChainReader): Promise<SampleProposalId[]> {
  if (reader.contracts[PROPOSALS_CONTRACT] === undefined) return [...SAMPLE_PROPOSAL_IDS];
  const known = await Promise.all(SAMPLE_PROPOSAL_IDS.map((ref) => reader.hasProposal(ref)));
  return SAMPLE_PROPOSAL_IDS.filter((_, index) => !known[index]);
}

function sampleRecord({ title, tokens, monthsToRepay }: Sample): Record<string, string> {
  const amount = (tokens * UNITS_PER_TOKEN).toString();
  return { title, amount, fundedAmount: '0', monthsToRepay: String(monthsToRepay), status: '2' };
}
