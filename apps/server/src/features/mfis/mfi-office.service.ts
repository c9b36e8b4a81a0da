import { isReadableBrandColor } from '@sathi/domain/colors.ts';
import type { MfiId } from '@sathi/domain/ids.ts';
import type { Change } from '../../http/call.ts';
import { found, invalidField } from '../../errors/refusal-error.ts';
import { refuseUnknownImage } from '../files/files.repository.ts';
import { type Branding, findMfiById, setBranding } from './mfis.repository.ts';

/**
 * Changes how an institution appears. A logo is a key of an own upload.
 *
 * @throws RefusalError `invalid_request` for a colour that is hard to read and for another person's picture
 */
export async function updateMfi({ tx, viewer }: Change, mfiId: MfiId, values: Partial<Branding>) {
  const { logo } = values;
  refuseUnreadable(values);
  await refuseUnknownImage(tx, viewer.id, { path: 'logo', folder: 'campaignImages', key: logo });
  await setBranding(tx, mfiId, { ...values, ...(logo !== undefined && { logo: `/files/${logo}?w=160` }) });
  return found(await findMfiById(tx, mfiId));
}

function refuseUnreadable({ primaryColor, accentColor }: Partial<Branding>): void {
  if (primaryColor !== undefined && !isReadableBrandColor(primaryColor, 'primary')) {
    throw invalidField('primaryColor', 'color_hard_to_read');
  }
  if (accentColor !== undefined && !isReadableBrandColor(accentColor, 'accent')) {
    throw invalidField('accentColor', 'color_hard_to_read');
  }
}
