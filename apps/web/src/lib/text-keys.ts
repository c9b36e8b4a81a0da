import type commonAr from '../locales/common/ar.json';
import type commonBe from '../locales/common/be.json';
import type commonEn from '../locales/common/en.json';
import type homeAr from '../locales/home/ar.json';
import type homeBe from '../locales/home/be.json';
import type homeEn from '../locales/home/en.json';
import type identityAr from '../locales/identity/ar.json';
import type identityBe from '../locales/identity/be.json';
import type identityEn from '../locales/identity/en.json';
import type mfiAr from '../locales/mfi/ar.json';
import type mfiBe from '../locales/mfi/be.json';
import type mfiEn from '../locales/mfi/en.json';
import type moneyAr from '../locales/money/ar.json';
import type moneyBe from '../locales/money/be.json';
import type moneyEn from '../locales/money/en.json';
import type proposalAr from '../locales/proposal/ar.json';
import type proposalBe from '../locales/proposal/be.json';
import type proposalEn from '../locales/proposal/en.json';

type English = typeof commonEn & typeof homeEn & typeof identityEn & typeof mfiEn & typeof moneyEn & typeof proposalEn;

/** Every text of the interface, as English names them. */
export type TextKey = keyof English;

/** `true`, or the keys that one of the two files lacks. */
type SameKeys<First, Second> = [Exclude<keyof First, keyof Second> | Exclude<keyof Second, keyof First>] extends [never]
  ? true
  : { missing: Exclude<keyof First, keyof Second>; unknown: Exclude<keyof Second, keyof First> };

// Each line fails to compile, naming the keys, when a translation lacks a text or has one English does not know.
export const COMPLETE: {
  common: [SameKeys<typeof commonEn, typeof commonBe>, SameKeys<typeof commonEn, typeof commonAr>];
  home: [SameKeys<typeof homeEn, typeof homeBe>, SameKeys<typeof homeEn, typeof homeAr>];
  identity: [SameKeys<typeof identityEn, typeof identityBe>, SameKeys<typeof identityEn, typeof identityAr>];
  mfi: [SameKeys<typeof mfiEn, typeof mfiBe>, SameKeys<typeof mfiEn, typeof mfiAr>];
  money: [SameKeys<typeof moneyEn, typeof moneyBe>, SameKeys<typeof moneyEn, typeof moneyAr>];
  proposal: [SameKeys<typeof proposalEn, typeof proposalBe>, SameKeys<typeof proposalEn, typeof proposalAr>];
} = {
  common: [true, true],
  home: [true, true],
  identity: [true, true],
  mfi: [true, true],
  money: [true, true],
  proposal: [true, true],
};
