import { CATEGORIES, type Category } from './categories.ts';
import { foldedWords } from './folded-words.ts';

/**
 * The words that people look for a trade by, one line for each language (R26.2): lower case, and the shortest form of
 * each.
 */
const WORDS: Readonly<Record<Category, readonly string[]>> = {
  farming: [
    'farm crop rice paddy seed vegetable coffee irrigation fertiliser fertilizer plough',
    'চাষ কৃষি ধান ফসল বীজ সবজি শাক সার সেচ জমি কফি',
    'زراعة مزرعة محصول أرز بذور خضار خضروات قهوة ري سماد أرض',
  ],
  livestock: [
    'livestock animal goat cow cattle calf sheep hen chicken poultry duck pig buffalo milk',
    'পশু ছাগল গরু গাভী বাছুর ভেড়া মুরগি হাঁস শূকর মহিষ দুধ',
    'ماشية مواش ماعز عنزة بقر عجل غنم خروف دجاج بط جاموس حليب',
  ],
  fishing: ['fish boat net pond shrimp outboard', 'মাছ জেলে নৌকা জাল পুকুর চিংড়ি', 'سمك صيد صياد قارب شبكة شباك روبيان'],
  food: [
    'food tea bakery bread cake restaurant kitchen snack cook',
    'খাবার চা রুটি বেকারি পিঠা রান্না হোটেল মিষ্টি',
    'طعام شاي خبز مخبز كعك مطعم مطبخ طبخ',
  ],
  shop: ['shop store grocery stall market kiosk', 'দোকান মুদি বাজার ব্যবসা', 'متجر دكان بقالة سوق كشك محل'],
  crafts: [
    'craft weav loom basket pottery potter bamboo kiln wood carpent jewel',
    'হস্তশিল্প তাঁত ঝুড়ি মৃৎ কুমোর বাঁশ কাঠ গয়না',
    'حرف نسيج نول سلال فخار خيزران خشب نجار حلي',
  ],
  clothing: [
    'cloth sew tailor sari dress uniform embroider fabric',
    'পোশাক কাপড় সেলাই দর্জি শাড়ি জামা সূচি',
    'ملابس خياط قماش ثوب ثياب تطريز ساري',
  ],
  transport: [
    'transport rickshaw bicycle bike cart van taxi motorcycle driver',
    'পরিবহন রিকশা সাইকেল ভ্যান গাড়ি ঠেলা মোটরসাইকেল',
    'نقل دراجة عربة سيارة أجرة سائق ريكشا',
  ],
  services: [
    'service repair barber salon hairdress laundry printing computer',
    'সেবা মেরামত সেলুন নাপিত লন্ড্রি কম্পিউটার ছাপা',
    'خدم إصلاح تصليح حلاق صالون غسيل طباعة حاسوب',
  ],
  education: [
    'education school study book college training teach library',
    'শিক্ষা পড়াশোনা স্কুল বই কলেজ প্রশিক্ষণ',
    'تعليم مدرسة دراسة كتاب كتب كلية تدريب',
  ],
  health: [
    'health medicine hospital doctor clinic pharmacy glasses',
    'স্বাস্থ্য ওষুধ হাসপাতাল ডাক্তার চিকিৎসা চশমা',
    'صحة دواء مستشفى طبيب عيادة صيدلية نظارة',
  ],
  housing: ['hous roof home brick toilet latrine', 'ঘর বাড়ি ছাদ চাল ইট পায়খানা শৌচাগার', 'سكن بيت منزل سقف طوب مرحاض'],
  water_energy: [
    'water energy solar pump well electric lamp stove biogas',
    'পানি জল বিদ্যুৎ সৌর সোলার পাম্প নলকূপ বাতি চুলা',
    'ماء مياه طاقة شمسي مضخة بئر كهرباء مصباح موقد',
  ],
  other: [],
};

/** Shorter beginnings of a word say nothing yet; some whole words are as short. */
const BEGINNING_LENGTH_MIN = 3;
const ARABIC_ARTICLE = /^ال(?=..)/;

const FOLDED = CATEGORIES.map((category) => {
  const words = WORDS[category].flatMap((line) => foldedWords(line).split(' '));
  return { category, words };
});

/**
 * The trades that the words of a search name: "goats", "ছাগলের" and "الماعز" are livestock (R26.2). A word is known without its accents
 * and its hamza too, which many leave out and a search has folded away.
 */
export function categoriesNamed(search: string): Category[] {
  const typed = foldedWords(search).match(/[\p{L}\p{M}]+/gu) ?? [];
  const named = typed.map((word) => word.replace(ARABIC_ARTICLE, ''));
  const isNamed = (known: string) => named.some((word) => isForm(word, known));
  return FOLDED.filter(({ words }) => words.some(isNamed)).map(({ category }) => category);
}

/** The word itself, a form of it with an ending, or its beginning while it is typed. */
function isForm(typed: string, word: string): boolean {
  if (typed === word) return true;
  const isLongEnough = [...word].length >= BEGINNING_LENGTH_MIN;
  return (
    isLongEnough && (typed.startsWith(word) || ([...typed].length >= BEGINNING_LENGTH_MIN && word.startsWith(typed)))
  );
}
