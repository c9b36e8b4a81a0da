import sharp, { type OverlayOptions } from 'sharp';
import { type DrawnText, drawText, isDrawable } from './drawable-text.ts';
import { ACCENT, coverOf, INK, INK_SOFT, isRightToLeft, PAPER, progressBar } from './picture-parts.ts';

const STATUS_WIDTH = 1080;
const STATUS_HEIGHT = 1920;
const PICTURE_HEIGHT = 1060;
const EDGE = 72;
const INNER_WIDTH = STATUS_WIDTH - 2 * EDGE;
const BAR_HEIGHT = 24;
const GAP = 36;

export type Status = {
  readonly title: string;
  /** How far the loan is, in words of the language, then lines below it. */
  readonly lines: readonly [figures: string, ...more: string[]];
  /** Its language runs from right to left; the title runs as its own letters do. */
  readonly isFromRight: boolean;
  /** From 0 to 1. */
  readonly progress: number;
  readonly colour: string;
  readonly picture: Uint8Array | null;
};

/**
 * The picture that fills a phone for a day in the status of a chat. Its words stay clear of the top and the foot, where chats
 * write over it. Where this machine has no letters for them the picture stands alone.
 */
export async function drawStatus(status: Status): Promise<Buffer> {
  const { title, lines } = status;
  const canWrite = await isDrawable([title, ...lines].join(''));
  const height = canWrite ? PICTURE_HEIGHT : STATUS_HEIGHT;
  const background = {
    create: { width: STATUS_WIDTH, height: STATUS_HEIGHT, channels: 3 as const, background: PAPER },
  };
  const layers: OverlayOptions[] = [
    { input: await coverOf(status, { width: STATUS_WIDTH, height }), left: 0, top: 0 },
    ...(canWrite ? stacked(await words(status), status) : []),
  ];
  return sharp(background).composite(layers).jpeg({ quality: 84, progressive: true }).toBuffer();
}

type Placed = { readonly drawn: DrawnText; readonly isFromRight: boolean };

async function words({ title, lines: [figures, ...more], isFromRight }: Status): Promise<Placed[]> {
  const line = (text: string, size: number, colour: string, isTitle = false): Promise<Placed> => {
    const fromRight = isTitle ? isRightToLeft(title) : isFromRight;
    const style = { size, colour, bold: size > 40, widthMax: INNER_WIDTH, heightMax: isTitle ? 240 : 130 };
    return drawText(text, { ...style, isRightToLeft: fromRight }).then((drawn) => ({ drawn, isFromRight: fromRight }));
  };
  return Promise.all([
    line(title, 66, INK, true),
    line(figures, 52, ACCENT),
    ...more.map((text) => line(text, 40, INK_SOFT)),
  ]);
}

/** The texts one below the other, with the bar between title and figures. */
function stacked([title, ...rest]: Placed[], { progress, isFromRight }: Status): OverlayOptions[] {
  let top = PICTURE_HEIGHT + GAP + 12;
  const place = (placed: Placed): OverlayOptions => {
    const { drawn } = placed;
    const layer = { input: drawn.png, left: placed.isFromRight ? STATUS_WIDTH - EDGE - drawn.width : EDGE, top };
    top += drawn.height + GAP;
    return layer;
  };
  const heading = title === undefined ? [] : [place(title)];
  const bar = {
    input: progressBar({ width: INNER_WIDTH, height: BAR_HEIGHT }, progress, isFromRight),
    left: EDGE,
    top,
  };
  top += BAR_HEIGHT + GAP;
  return [...heading, bar, ...rest.map(place)];
}
