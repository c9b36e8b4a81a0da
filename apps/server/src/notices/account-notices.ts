import type { Language } from '../http/language.ts';
import { email, line, type Notice, sms } from './notice.ts';

const MINUTES = 10;

/** The code that confirms a phone or allows a new password, as an SMS. */
export function codeSms(language: Language, code: string): Notice {
  const texts: Readonly<Record<Language, string>> = {
    en: `${code} is your Sathi code. It is valid for ${MINUTES} minutes. Do not give it to anybody.`,
    be: `আপনার সাথী কোড ${code}। এটি ${MINUTES} মিনিট পর্যন্ত ব্যবহার করা যাবে। কোডটি কাউকে জানাবেন না।`,
    ar: `رمزك في ساثي هو ${code}. الرمز صالح لمدة ${MINUTES} دقائق. لا تعطه لأحد.`,
  };
  return sms(texts[language]);
}

/** As {@link codeSms}, by e-mail. */
export function codeEmail(language: Language, code: string): Notice {
  switch (language) {
    case 'en':
      return email(language, 'Your Sathi code', [
        line`Your code is ${code}.`,
        line`It is valid for ${MINUTES} minutes and works once. Nobody from Sathi will ever ask you for it.`,
        line`If you did not ask for a code, you need not do anything.`,
      ]);
    case 'be':
      return email(language, 'আপনার সাথী কোড', [
        line`আপনার কোড: ${code}`,
        line`কোডটি ${MINUTES} মিনিট পর্যন্ত একবার ব্যবহার করা যাবে। সাথীর কেউ কখনো আপনার কাছে এই কোড চাইবে না।`,
        line`আপনি কোড না চেয়ে থাকলে কিছুই করতে হবে না।`,
      ]);
    case 'ar':
      return email(language, 'رمزك في ساثي', [
        line`رمزك هو ${code}`,
        line`الرمز صالح لمدة ${MINUTES} دقائق ولمرة واحدة. لن يطلبه منك أحد من ساثي أبداً.`,
        line`إذا لم تطلب رمزاً فلا حاجة لأن تفعل شيئاً.`,
      ]);
  }
}

/** To the address an account had until now. */
export function emailChanged(language: Language): Notice {
  switch (language) {
    case 'en':
      return email(language, 'Your e-mail address was changed', [
        line`The e-mail address of your Sathi account was changed. This address no longer belongs to it.`,
        line`If this was not you, set a new password with your phone today and tell your partner institution.`,
      ]);
    case 'be':
      return email(language, 'আপনার ইমেইল ঠিকানা বদলানো হয়েছে', [
        line`আপনার সাথী অ্যাকাউন্টের ইমেইল ঠিকানা বদলানো হয়েছে। এই ঠিকানাটি আর অ্যাকাউন্টের সঙ্গে যুক্ত নেই।`,
        line`আপনি নিজে না বদলে থাকলে আজই ফোন দিয়ে নতুন পাসওয়ার্ড দিন এবং আপনার সহযোগী প্রতিষ্ঠানকে জানান।`,
      ]);
    case 'ar':
      return email(language, 'تم تغيير بريدك الإلكتروني', [
        line`تم تغيير عنوان البريد الإلكتروني لحسابك في ساثي، ولم يعد هذا العنوان تابعاً له.`,
        line`إذا لم تكن أنت من غيّره فعيّن كلمة مرور جديدة عبر هاتفك اليوم وأبلغ مؤسستك الشريكة.`,
      ]);
  }
}

/** To the phone of an account that was made for a member of staff. The password itself is handed over in person. */
export function staffAccountSms(language: Language, mfiName: string): Notice {
  const texts: Readonly<Record<Language, string>> = {
    en: `${mfiName} has made a Sathi account for this phone. Sign in with the one-time password you were given.`,
    be: `${mfiName} এই ফোন নম্বরে একটি সাথী অ্যাকাউন্ট খুলেছে। আপনাকে দেওয়া এককালীন পাসওয়ার্ড দিয়ে সাইন ইন করুন।`,
    ar: `أنشأت ${mfiName} حساباً في ساثي لهذا الهاتف. سجّل الدخول بكلمة المرور المؤقتة التي أُعطيت لك.`,
  };
  return sms(texts[language]);
}
