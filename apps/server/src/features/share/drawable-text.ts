import sharp from 'sharp';

const FONT = 'sans';
/** A noncharacter, which no font has: it is drawn as a box of the same size for every unknown character. */
const NOBODY = '\ufdd0';
const NOBODY_WIDE = '\u{1fffe}';
const REMEMBERED_MAX = 5000;

const known = new Map<string, Promise<boolean>>();

/** Whether the fonts of this machine have every letter of a text. Without any there is nothing to write with. */
export async function isDrawable(text: string): Promise<boolean> {
  const letters = new Set(text.normalize('NFC').match(/[\p{L}\p{N}]/gu) ?? []);
  const answers = await Promise.all([...letters].map(hasLetter));
  return answers.every(Boolean);
}

function hasLetter(letter: string): Promise<boolean> {
  const remembered = known.get(letter);
  if (remembered) return remembered;
  const answer = looksLikeALetter(letter);
  if (known.size >= REMEMBERED_MAX) known.clear();
  known.set(letter, answer);
  return answer;
}

async function looksLikeALetter(letter: string): Promise<boolean> {
  try {
    const nobody = await sizeOf((letter.codePointAt(0) ?? 0) > 0xffff ? NOBODY_WIDE : NOBODY);
    return (await sizeOf(letter)) !== nobody;
  } catch {
    return false;
  }
}

async function sizeOf(letter: string): Promise<string> {
  const { info } = await sharp({ text: { text: letter, font: `${FONT} 96`, dpi: 72 } })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return `${info.width}x${info.height}`;
}

export type DrawnText = { readonly png: Buffer; readonly width: number; readonly height: number };

type Style = {
  readonly size: number;
  readonly colour: string;
  readonly bold?: boolean;
  readonly widthMax: number;
  /** The text is made smaller until it fits. */
  readonly heightMax: number;
  readonly isRightToLeft?: boolean;
};

/** Text as a picture with a clear background. Markup in it is text like any other. */
export async function drawText(text: string, style: Style): Promise<DrawnText> {
  const drawn = await draw(text, style, { dpi: 72 });
  return drawn.height <= style.heightMax ? drawn : draw(text, style, { height: style.heightMax });
}

async function draw(text: string, style: Style, fit: { dpi: number } | { height: number }): Promise<DrawnText> {
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${style.colour}">${escapeMarkup(text)}</span>`,
      font: `${FONT} ${style.bold ? 'bold ' : ''}${style.size}`,
      rgba: true,
      width: style.widthMax,
      wrap: 'word-char',
      align: style.isRightToLeft ? 'right' : 'left',
      spacing: 6,
      ...fit,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}

function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
