import type { ImageFiles } from '../../outside/outside.ts';

/** The most that a picture may cost. */
export type PictureLimits = {
  readonly pixelsMax: number;
  readonly cpuMsMax: number;
  readonly memoryBytesMax: number;
  readonly blurBytesMax: number;
};

export type PictureTask = { readonly bytes: Uint8Array };

export type DecodedPicture = {
  /** `width` and `height` are those of the largest size, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly made: ImageFiles;
  /** A picture of a few pixels as a data URL. */
  readonly blur: string;
};

export type PictureRefusal = 'image_unreadable' | 'image_too_large' | 'image_animated';

export type PictureAnswer = { readonly picture: DecodedPicture } | { readonly refusal: PictureRefusal };
