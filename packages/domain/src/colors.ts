/** WCAG 2.2: the least contrast of text, and of signs and lines, with their surroundings. */
const TEXT_CONTRAST_MIN = 4.5;
const SIGN_CONTRAST_MIN = 3;

/** How much two colours (`#rrggbb`) stand out from each other, 1 to 21, by the WCAG formula. */
export function contrastRatio(first: string, second: string): number {
  const [dark = 0, light = 0] = [luminanceOf(first), luminanceOf(second)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** An institution's first colour lies behind white words, its second one draws lines on white. */
export function isReadableBrandColor(color: string, use: 'primary' | 'accent'): boolean {
  return contrastRatio(color, '#ffffff') >= (use === 'primary' ? TEXT_CONTRAST_MIN : SIGN_CONTRAST_MIN);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
