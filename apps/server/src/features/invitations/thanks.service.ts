import type { DataOf } from '@sathi/contract/endpoint.ts';
import type { sendThankYouEmail } from '@sathi/contract/invitations.ts';
import type { ProposalId } from '@sathi/domain/ids.ts';
import { parseAddresses, type ThanksKind, thanksRefusal } from '@sathi/domain/invitations.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import { cleanText } from '@sathi/domain/text.ts';
import type { Tx } from '../../db/db.ts';
import { type Attempt, runOnce } from '../../http/idempotency.ts';
import type { Outside } from '../../outside.ts';
import { found, invalidField, refuseIf } from '../../refusal-error.ts';
import { findProposal } from '../proposals/proposals.repository.ts';
import { refuseOtherTexts } from './repeated-texts.ts';
import {
  findMfiNameOf,
  listBackersByAddress,
  listOwnThankable,
  type ThankedBacker,
  thankOnce,
} from './thanks.repository.ts';

type Answer = DataOf<typeof sendThankYouEmail>;
/** What a client may repeat of the proposal and of the backer. */
type Texts = {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly amount?: string | number | undefined;
  readonly mfiName?: string | undefined;
  readonly backerName?: string | undefined;
  readonly backingAmount?: string | number | undefined;
};

/**
 * Thanks backers of an own proposal, each once a day and kind (R12.8). Whoever does not back it is skipped without a reason.
 * Without an id it is the own proposal of exactly this title that the addressed person backs.
 *
 * @throws RefusalError `not_found`, `not_permitted`, `wrong_status`; `invalid_request` for texts that are not the stored ones, or
 *   when no proposal, or more than one, is meant
 */
export async function sendThanks(
  { db, now }: Pick<Outside, 'db' | 'now'>,
  input: {
    readonly kind: ThanksKind;
    readonly viewer: SignedIn;
    readonly sendToMails: readonly string[];
    readonly proposalId: ProposalId | undefined;
    readonly texts: Texts;
    readonly attempt: Attempt;
  },
): Promise<Answer> {
  const { kind, viewer, texts, attempt } = input;
  const entries = parseAddresses(input.sendToMails);
  const addresses = entries.flatMap(({ address }) => address ?? []);
  return runOnce(db, attempt, now(), async (tx) => {
    const proposalId = input.proposalId ?? (await ownProposalMeant(tx, viewer, texts, addresses));
    const proposal = found(await findProposal(tx, proposalId));
    refuseIf(thanksRefusal(kind, viewer, proposal));
    const { title, description, amount, mfiName } = texts;
    const mfi = await findMfiNameOf(tx, proposalId);
    refuseOtherTexts({ title, description, amount, mfiName }, { ...proposal, mfiName: mfi });
    const backers = await listBackersByAddress(tx, proposalId, addresses);
    for (const backer of backers.values()) refuseOtherBacker(texts, backer);

    const results: Answer['results'] = [];
    for (const { typed, address } of entries) {
      const backer = address === null ? undefined : backers.get(address);
      const isThanked =
        backer !== undefined && (await thankOnce(tx, { kind, proposalId, userId: backer.userId }, now()));
      results.push({ email: typed, result: address === null ? 'invalid' : isThanked ? 'sent' : 'skipped' });
    }
    return { results };
  });
}

function refuseOtherBacker({ backerName, backingAmount }: Texts, { name, backedCents }: ThankedBacker): void {
  refuseOtherTexts({ backerName, backingAmount }, { backerName: name, backingAmountCents: backedCents });
}

async function ownProposalMeant(
  tx: Tx,
  viewer: SignedIn,
  { title }: Texts,
  addresses: readonly string[],
): Promise<ProposalId> {
  if (!title?.trim()) throw invalidField('title', 'required');
  const [only, another] = await listOwnThankable(tx, viewer.id, cleanText(title), addresses);
  if (only === undefined || another !== undefined) throw invalidField('title', 'not_as_stored');
  return only;
}
