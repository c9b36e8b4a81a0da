import type { Language } from '../http/language.ts';
import { email, escapeHtml, type Line, line, type Notice, shortTitle } from './notice.ts';

/** What an invitation says, all of it as stored; `url` carries the token. */
export type Invitation = {
  readonly inviterName: string;
  /** Of the sender, empty for none. */
  readonly note: string;
  readonly title: string;
  readonly description: string;
  readonly mfiName: string;
  readonly url: string;
};

/** An address on a line of its own, to be pressed. */
function link(url: string): Line {
  return { text: url, html: `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>` };
}

const INVITED_SUBJECT: Readonly<Record<Language, (title: string) => string>> = {
  en: (title) => `You are invited: ${shortTitle(title)}`,
  be: (title) => `আপনাকে আমন্ত্রণ: ${shortTitle(title)}`,
  ar: (title) => `دعوة إليك: ${shortTitle(title)}`,
};

/** The same end for all invitations: what the link is, and that nobody has to do anything. */
const FOR_YOU_ALONE: Readonly<Record<Language, Line>> = {
  en: line`The link is for you alone and works for 60 days. If you do not know the sender, you need not do anything.`,
  be: line`লিংকটি শুধু আপনার জন্য, ৬০ দিন পর্যন্ত কাজ করবে। প্রেরককে না চিনলে আপনাকে কিছুই করতে হবে না।`,
  ar: line`هذا الرابط لك وحدك ويعمل ٦٠ يومًا. إن كنت لا تعرف المرسل فلا حاجة لأن تفعل شيئًا.`,
};

function noteLines(language: Language, { inviterName, note }: Invitation): Line[] {
  if (note === '') return [];
  const said: Readonly<Record<Language, Line>> = {
    en: line`${inviterName} writes: ${note}`,
    be: line`${inviterName} লিখেছেন: ${note}`,
    ar: line`كتب ${inviterName}: ${note}`,
  };
  return [said[language]];
}

/** R12.2, to an address that is asked to back a loan. */
export function backInvitation(
  language: Language,
  invitation: Invitation & { readonly ownerName: string; readonly amount: string },
): Notice {
  const { inviterName, title, description, mfiName, ownerName, amount, url } = invitation;
  const lines: Readonly<Record<Language, readonly [Line, Line]>> = {
    en: [
      line`${inviterName} invites you to back “${title}”: ${ownerName} asks for a loan of ${amount} at ${mfiName}.`,
      line`You can lend from one dollar. There is no interest, and the loan is paid back month by month. Have a look:`,
    ],
    be: [
      line`${inviterName} আপনাকে “${title}”-এ সহায়তা করতে আমন্ত্রণ জানিয়েছেন: ${ownerName} ${mfiName}-এর মাধ্যমে ${amount} ঋণ চাইছেন।`,
      line`এক ডলার থেকেই ধার দেওয়া যায়। কোনো সুদ নেই, ঋণ মাসে মাসে শোধ হয়। দেখে নিন:`,
    ],
    ar: [
      line`يدعوك ${inviterName} إلى دعم «${title}»: يطلب ${ownerName} قرضًا قدره ${amount} لدى ${mfiName}.`,
      line`يمكنك أن تُقرض ابتداءً من دولار واحد، بلا فائدة، ويُسدَّد القرض شهرًا بعد شهر. ألقِ نظرة:`,
    ],
  };
  const [first, last] = lines[language];
  return email(language, INVITED_SUBJECT[language](title), [
    first,
    line`${description}`,
    ...noteLines(language, invitation),
    last,
    link(url),
    FOR_YOU_ALONE[language],
  ]);
}

/** R12.7, to an address that is asked to look at a campaign. */
export function campaignInvitation(language: Language, invitation: Invitation): Notice {
  const { inviterName, title, description, mfiName, url } = invitation;
  const lines: Readonly<Record<Language, readonly [Line, Line]>> = {
    en: [
      line`${inviterName} of ${mfiName} invites you to the campaign “${title}”.`,
      line`It gathers loans that wait for backers. You can lend from one dollar, without interest. Have a look:`,
    ],
    be: [
      line`${mfiName}-এর ${inviterName} আপনাকে “${title}” ক্যাম্পেইনে আমন্ত্রণ জানিয়েছেন।`,
      line`এখানে সহায়তার অপেক্ষায় থাকা ঋণগুলো একসঙ্গে আছে। এক ডলার থেকেই বিনা সুদে ধার দেওয়া যায়। দেখে নিন:`,
    ],
    ar: [
      line`يدعوك ${inviterName} من ${mfiName} إلى حملة «${title}».`,
      line`تجمع الحملة قروضًا تنتظر من يدعمها. يمكنك أن تُقرض ابتداءً من دولار واحد وبلا فائدة. ألقِ نظرة:`,
    ],
  };
  const [first, last] = lines[language];
  return email(language, INVITED_SUBJECT[language](title), [
    first,
    ...(description === '' ? [] : [line`${description}`]),
    ...noteLines(language, invitation),
    last,
    link(url),
    FOR_YOU_ALONE[language],
  ]);
}

/** R12.3, to the inviter. */
export function invitationAccepted(
  language: Language,
  { name, title, url }: { readonly name: string; readonly title: string; readonly url: string },
): Notice {
  const subject: Readonly<Record<Language, string>> = {
    en: `Invitation accepted: ${shortTitle(title)}`,
    be: `আমন্ত্রণ গ্রহণ করেছেন: ${shortTitle(title)}`,
    ar: `قُبلت دعوتك: ${shortTitle(title)}`,
  };
  const lines: Readonly<Record<Language, Line>> = {
    en: line`${name} has accepted your invitation to “${title}”.`,
    be: line`${name} “${title}”-এ আপনার আমন্ত্রণ গ্রহণ করেছেন।`,
    ar: line`قبِل ${name} دعوتك إلى «${title}».`,
  };
  return email(language, subject[language], [lines[language]], url);
}

/** After a registration or a change of the address. The address itself is not repeated, and no name stands in it. */
export function confirmEmailAddress(language: Language, url: string): Notice {
  switch (language) {
    case 'en':
      return email(
        language,
        'Please confirm your e-mail address',
        [
          line`Somebody, probably you, gave this address for a Sathi account. Confirm it, so that invitations sent here reach you.`,
          line`The link works once and for 7 days. If it was not you, you need not do anything.`,
        ],
        url,
      );
    case 'be':
      return email(
        language,
        'আপনার ইমেইল ঠিকানা নিশ্চিত করুন',
        [
          line`কেউ, সম্ভবত আপনিই, একটি সাথী অ্যাকাউন্টে এই ঠিকানা দিয়েছেন। এখানে পাঠানো আমন্ত্রণ যাতে পান, সেজন্য ঠিকানাটি নিশ্চিত করুন।`,
          line`লিংকটি ৭ দিন পর্যন্ত একবার কাজ করবে। আপনি না দিয়ে থাকলে কিছুই করতে হবে না।`,
        ],
        url,
      );
    case 'ar':
      return email(
        language,
        'يرجى تأكيد بريدك الإلكتروني',
        [
          line`أعطى شخص ما، ولعله أنت، هذا العنوان لحساب في ساثي. أكّده لتصلك الدعوات المرسلة إليه.`,
          line`يعمل الرابط مرة واحدة ولمدة ٧ أيام. إن لم تكن أنت فلا حاجة لأن تفعل شيئًا.`,
        ],
        url,
      );
  }
}
