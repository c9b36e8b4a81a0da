import type { UserId } from '@sathi/domain/ids.ts';
import sharp, { type Sharp } from 'sharp';
import type { Answer, Person, World } from './world.ts';

/** A picture with shapes in it, so that it does not shrink to nothing. */
export function drawing(width = 320, height = 180): Sharp {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#cde"/><circle cx="30%" cy="40%" r="20%" fill="#c2571a"/>
    <rect x="50%" y="50%" width="40%" height="40%" fill="#0b6b58"/></svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: '#fff' });
}

export function jpegPicture(width?: number, height?: number): Promise<Buffer> {
  return drawing(width, height).jpeg().toBuffer();
}

type Upload = {
  readonly folder?: string;
  readonly name?: string;
  readonly type?: string | null;
  readonly key?: string;
};

/** Sends bytes as the browser does. */
export async function upload(
  world: World,
  as: Person | null,
  bytes: Buffer,
  { folder = 'proposalImages', name = 'photo.jpg', type = 'application/octet-stream', key }: Upload = {},
): Promise<Answer> {
  return world.call('PUT', `/files/${folder}/${name}`, {
    as,
    body: bytes,
    headers: type === null ? {} : { 'content-type': type },
    ...(key !== undefined && { key }),
  });
}

let pictures = 0;

/** The key of an uploaded picture, for tests with another subject: no file is under it. */
export async function keptPicture(
  world: World,
  owner: { readonly id: UserId },
  folder: 'proposalImages' | 'profileImages' | 'campaignImages' = 'proposalImages',
): Promise<string> {
  pictures += 1;
  const key = `${folder}/test-${String(pictures).padStart(25, '0')}.webp`;
  const file = { width: 1600, height: 900, sizeBytes: 1000, blur: 'data:image/webp;base64,AAAA' };
  await world.db
    .insertInto('files')
    .values({ key, ...file, ownerId: owner.id, createdAt: world.now })
    .execute();
  return key;
}
