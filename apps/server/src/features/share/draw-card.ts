import sharp, { type OverlayOptions } from 'sharp';
import { drawText, isDrawable } from './drawable-text.ts';
import { coverOf, INK, INK_SOFT, isRightToLeft, PAPER, progressBar } from './picture-parts.ts';

const CARD_WIDTH = 1200;
const CARD_HEIGHT = 630;
const PICTURE_HEIGHT = 400;
const EDGE = 48;
const INNER_WIDTH = CARD_WIDTH - 2 * EDGE;
const BAR_HEIGHT = 16;

export type Card = {
  readonly title: string;
  /** Such as "$140 / $400", in digits that every network's reader knows. */
  readonly figures: string;
  readonly mfiName: string;
  /** From 0 to 1. */
  readonly progress: number;
  /** `#rrggbb`, behind a proposal without a picture. */
  readonly colour: string;
  readonly picture: Uint8Array | null;
};

/**
 * The picture that chats and networks show with a link: the proposal's own above its name and how far it is. Where this
 * machine has no letters for the name, the picture fills the card, with the bar below.
 */
export async function drawCard(card: Card): Promise<Buffer> {
  const canWrite = (await isDrawable(card.title)) && (await isDrawable(`${card.figures}${card.mfiName}`));
  const pictureHeight = canWrite ? PICTURE_HEIGHT : CARD_HEIGHT - 2 * EDGE;
  const background = { create: { width: CARD_WIDTH, height: CARD_HEIGHT, channels: 3 as const, background: PAPER } };
  const layers: OverlayOptions[] = [
    { input: await coverOf(card, { width: CARD_WIDTH, height: pictureHeight }), left: 0, top: 0 },
    {
      input: progressBar({ width: INNER_WIDTH, height: BAR_HEIGHT }, card.progress, isRightToLeft(card.title)),
      left: EDGE,
      top: canWrite ? CARD_HEIGHT - 86 : CARD_HEIGHT - EDGE - BAR_HEIGHT / 2,
    },
    ...(canWrite ? await words(card) : []),
  ];
  return sharp(background).composite(layers).jpeg({ quality: 82, progressive: true }).toBuffer();
}

async function words({ title, figures, mfiName }: Card): Promise<OverlayOptions[]> {
  const isFromRight = isRightToLeft(title);
  const [name, amount, partner] = await Promise.all([
    drawText(title, {
      size: 42,
      colour: INK,
      bold: true,
      widthMax: INNER_WIDTH,
      heightMax: 104,
      isRightToLeft: isFromRight,
    }),
    drawText(figures, { size: 30, colour: INK, bold: true, widthMax: 700, heightMax: 44 }),
    drawText(mfiName, { size: 30, colour: INK_SOFT, widthMax: 380, heightMax: 44 }),
  ]);
  const atEnd = (width: number) => CARD_WIDTH - EDGE - width;
  const below = CARD_HEIGHT - 54;
  return [
    { input: name.png, left: isFromRight ? atEnd(name.width) : EDGE, top: PICTURE_HEIGHT + 20 },
    { input: amount.png, left: isFromRight ? atEnd(amount.width) : EDGE, top: below },
    { input: partner.png, left: isFromRight ? EDGE : atEnd(partner.width), top: below },
  ];
}
