import type { Fault } from './fault.ts';

const SERVER = 'apps/server/src';

/** Pictures of strangers: whose they are, what is taken, and the process that decodes them. */
export const PICTURE_FAULTS: readonly Fault[] = [
  {
    guard: 'a picture is attached by the person who sent it (security T15)',
    file: `${SERVER}/features/files/files.repository.ts`,
    find: 'select from files where key = ${key} and (owner_id = ${userId} or owner_id is null) for key share',
    replace: 'select from files where key = ${key} for key share',
    tests: [`${SERVER}/features/files/attached-pictures.test.ts`],
  },
  {
    guard: 'a name of another person’s picture is refused (security T15)',
    file: `${SERVER}/features/files/files.service.ts`,
    find: "if (await isOthersFile(db, viewer.id, key)) throw new RefusalError('not_permitted');",
    replace: '',
    tests: [`${SERVER}/features/files/upload.long.test.ts`],
  },
  {
    trap: 'Guessing a picture',
    guard: 'the name of a picture has 128 random bits',
    file: `${SERVER}/features/files/files.service.ts`,
    find: 'randomBytes(16)',
    replace: 'Buffer.alloc(16)',
    tests: [`${SERVER}/features/files/upload.long.test.ts`],
  },
  {
    trap: 'An address that leads out',
    guard: 'an address cannot lead out of the folder of pictures',
    file: `${SERVER}/features/files/files.routes.ts`,
    find: 'folderOf(folder) !== null && NAME.test(name) ?',
    replace: 'folder !== name ?',
    tests: [`${SERVER}/features/files/files.test.ts`],
  },
  {
    guard: 'a picture opened by itself runs nothing',
    file: `${SERVER}/features/files/files.routes.ts`,
    find: `"sandbox; default-src 'none'"`,
    replace: `"default-src 'self'"`,
    tests: [`${SERVER}/features/files/files.test.ts`, `${SERVER}/features/files/upload.long.test.ts`],
  },
  {
    trap: 'A file that is no picture',
    guard: 'a picture of too many pixels is refused (security T16)',
    file: `${SERVER}/features/files/picture-process.ts`,
    find: "if (width * height > limits.pixelsMax) return { refusal: 'image_too_large' };",
    replace: 'limits.pixelsMax = Infinity;',
    tests: [
      `${SERVER}/features/files/hostile-pictures.long.postgres.test.ts`,
      `${SERVER}/features/files/picture-decoder.long.unit.test.ts`,
    ],
  },
  {
    guard: 'a file that moves is no picture (security T16)',
    file: `${SERVER}/features/files/files.service.ts`,
    find: "if (isAnimated(bytes, kind)) throw new RefusalError('image_animated');",
    replace: '',
    tests: [`${SERVER}/features/files/hostile-pictures.long.postgres.test.ts`],
  },
  {
    guard: 'the decoder of pictures has no environment',
    file: `${SERVER}/outside/isolated-process.ts`,
    find: 'env: {},',
    replace: 'env: process.env,',
    tests: [`${SERVER}/features/files/picture-decoder.long.unit.test.ts`],
  },
  {
    guard: 'the decoder of pictures has no permissions (security T16)',
    file: `${SERVER}/outside/isolated-process.ts`,
    find: "    '--permission',\n",
    replace: '',
    tests: [
      `${SERVER}/features/files/picture-decoder.long.unit.test.ts`,
      `${SERVER}/features/statements/statement-reader.test.ts`,
    ],
  },
  {
    trap: 'Where a photo was taken',
    guard: 'nothing but pixels leaves the decoder (R14.1)',
    file: `${SERVER}/features/files/picture-process.ts`,
    find: 'filesOf(() => sharp(data, { raw }), width)',
    replace: 'filesOf(() => sharp(bytes, options).keepMetadata(), width)',
    tests: [
      `${SERVER}/features/files/upload.long.test.ts`,
      `${SERVER}/features/files/hostile-pictures.long.postgres.test.ts`,
    ],
  },
  {
    trap: 'Filling the disk',
    guard: 'a person keeps 200 pictures, or 200 MB, and no more (security T16)',
    file: 'packages/domain/src/pictures.ts',
    find: "return kept.count >= PICTURES_COUNT_MAX || kept.sizeBytes >= PICTURES_BYTES_MAX ? 'image_quota' : null;",
    replace: 'return kept.count < 0 ? null : null;',
    tests: [`${SERVER}/features/files/upload.long.test.ts`],
  },
  {
    trap: 'Filling the disk',
    guard: 'a person sends four pictures at once and no more',
    file: `${SERVER}/features/files/upload-slots.ts`,
    find: 'if (count >= UPLOADS_PER_PERSON_MAX)',
    replace: 'if (count < 0)',
    tests: [`${SERVER}/features/files/upload.long.test.ts`],
  },
];
