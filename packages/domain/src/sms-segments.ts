/** The letters of GSM 03.38 that take one place, and those that take two. All others make the whole SMS one of UCS-2. */
const SINGLE =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const DOUBLE = '\f^{}\\[~]|€';
const GSM = { alone: 160, joined: 153 };
const UCS2 = { alone: 70, joined: 67 };

/** How many parts a provider sends and charges for. A text of several parts loses some places of each to the joining. */
export function smsSegments(text: string): number {
  const letters = [...text];
  const isGsm = letters.every((letter) => SINGLE.includes(letter) || DOUBLE.includes(letter));
  const places = isGsm ? letters.length + letters.filter((letter) => DOUBLE.includes(letter)).length : text.length;
  const { alone, joined } = isGsm ? GSM : UCS2;
  return places <= alone ? 1 : Math.ceil(places / joined);
}
