import { isReadableBrandColor } from '@sathi/domain/colors.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import { isStaffOf } from '@sathi/domain/permissions.ts';
import type { SignedIn } from '@sathi/domain/proposals.ts';
import type { Db } from '../../db/db.ts';
import { type Attempt, runOnce } from '../../http/idempotency.ts';
import { found, invalidField, RefusalError } from '../../refusal-error.ts';
import { refuseUnknownImage } from '../files/files.repository.ts';
import { type Branding, findMfiById, setBranding } from './mfis.repository.ts';

/**
 * Changes how an institution appears. A logo is a key of an own upload.
 *
 * @throws RefusalError `not_permitted`, `invalid_request` for a colour that is hard to read and for somebody else's picture
 */
export async function updateMfi(
  db: Db,
  input: {
    readonly viewer: SignedIn;
    readonly attempt: Attempt;
    readonly now: Date;
    readonly mfiId: MfiId;
    readonly values: Partial<Branding>;
  },
) {
  const { viewer, attempt, now, mfiId, values } = input;
  if (!isStaffOf(viewer, mfiId)) throw new RefusalError('not_permitted');
  refuseUnreadable(values);
  return runOnce(db, attempt, now, async (tx) => {
    const { logo } = values;
    await refuseUnknownImage(tx, viewer.id, { path: 'logo', folder: 'campaignImages', key: logo });
    await setBranding(tx, mfiId, { ...values, ...(logo !== undefined && { logo: `/files/${logo}?w=160` }) });
    return found(await findMfiById(tx, mfiId));
  });
}

function refuseUnreadable({ primaryColor, accentColor }: Partial<Branding>): void {
  if (primaryColor !== undefined && !isReadableBrandColor(primaryColor, 'primary')) {
    throw invalidField('primaryColor', 'color_hard_to_read');
  }
  if (accentColor !== undefined && !isReadableBrandColor(accentColor, 'accent')) {
    throw invalidField('accentColor', 'color_hard_to_read');
  }
}
