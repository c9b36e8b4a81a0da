import type { NotificationKind } from '@sathi/domain/notifications.ts';
import type { Language } from '../http/language.ts';
import { type Line, line } from './notice.ts';

/** What a sentence names; the amount is formatted. Where a fact is not known it is empty, and no sentence of its kind needs it. */
export type EventFacts = {
  readonly title: string;
  readonly mfiName: string;
  readonly actorName: string;
  readonly amount: string;
  /** The reader is the borrower. */
  readonly isOwner: boolean;
};

type Sentence = (facts: EventFacts) => Line;
type Sentences = Readonly<Record<NotificationKind, Sentence>>;

const EN: Sentences = {
  backed: ({ title, amount }) => line`“${title}” was backed with ${amount}.`,
  fully_backed: ({ title }) => line`“${title}” is fully backed.`,
  approved: ({ title, mfiName }) => line`${mfiName} has checked “${title}”.`,
  changed: ({ title }) => line`“${title}” was changed after your approval. Please check it again.`,
  returned: ({ title, amount, isOwner }) =>
    isOwner ? line`“${title}” came back to you with a reason.` : line`“${title}” was closed. Your ${amount} came back.`,
  expired: ({ title, amount, isOwner }) =>
    isOwner ? line`The time to fund “${title}” has ended.` : line`“${title}” was closed. Your ${amount} came back.`,
  deadline_near: ({ title, amount }) => line`The time for “${title}” ends soon. ${amount} is still missing.`,
  released: ({ title, amount, isOwner }) =>
    isOwner ? line`${amount} for “${title}” is ready for you.` : line`The money for “${title}” was released.`,
  withdrawal_sent: ({ title, amount }) => line`${amount} for “${title}” was sent to you.`,
  withdrawal_failed: ({ title, amount }) =>
    line`${amount} for “${title}” could not be sent to you. Please look at your details.`,
  payment_entered: ({ title, amount }) => line`A payment of ${amount} for “${title}” waits for your approval.`,
  payment_approved: ({ title, amount, isOwner }) =>
    isOwner
      ? line`Your payment of ${amount} for “${title}” was received.`
      : line`${amount} of “${title}” came back to you.`,
  payment_rejected: ({ title, amount, mfiName }) =>
    line`${mfiName} has not found your payment of ${amount} for “${title}”.`,
  repaid: ({ title }) => line`“${title}” is fully repaid.`,
  message: ({ title, actorName }) => line`${actorName} wrote about “${title}”.`,
  update: ({ title }) => line`There is news of “${title}”.`,
  thanks: ({ title, actorName }) => line`${actorName} thanks you for backing “${title}”.`,
  invited: ({ title, actorName }) => line`${actorName} invites you to look at “${title}”.`,
  invitation_accepted: ({ title, actorName }) => line`${actorName} took up your invitation to “${title}”.`,
};

const BE: Sentences = {
  backed: ({ title, amount }) => line`“${title}” ${amount} সহায়তা পেয়েছে।`,
  fully_backed: ({ title }) => line`“${title}” পুরো অর্থ পেয়েছে।`,
  approved: ({ title, mfiName }) => line`${mfiName} “${title}” যাচাই করেছে।`,
  changed: ({ title }) => line`আপনার অনুমোদনের পর “${title}” বদলানো হয়েছে। আবার যাচাই করুন।`,
  returned: ({ title, amount, isOwner }) =>
    isOwner ? line`“${title}” কারণসহ আপনার কাছে ফেরত এসেছে।` : line`“${title}” বন্ধ হয়েছে। আপনার ${amount} ফিরে এসেছে।`,
  expired: ({ title, amount, isOwner }) =>
    isOwner ? line`“${title}”-এর অর্থ সংগ্রহের সময় শেষ।` : line`“${title}” বন্ধ হয়েছে। আপনার ${amount} ফিরে এসেছে।`,
  deadline_near: ({ title, amount }) => line`“${title}”-এর সময় শেষ হয়ে আসছে। এখনও ${amount} বাকি।`,
  released: ({ title, amount, isOwner }) =>
    isOwner ? line`“${title}”-এর ${amount} আপনার জন্য প্রস্তুত।` : line`“${title}”-এর অর্থ ছাড় হয়েছে।`,
  withdrawal_sent: ({ title, amount }) => line`“${title}”-এর ${amount} আপনাকে পাঠানো হয়েছে।`,
  withdrawal_failed: ({ title, amount }) => line`“${title}”-এর ${amount} পাঠানো যায়নি। আপনার তথ্য দেখে নিন।`,
  payment_entered: ({ title, amount }) => line`“${title}”-এর ${amount} কিস্তি আপনার অনুমোদনের অপেক্ষায়।`,
  payment_approved: ({ title, amount, isOwner }) =>
    isOwner ? line`“${title}”-এর জন্য আপনার ${amount} পাওয়া গেছে।` : line`“${title}” থেকে ${amount} আপনার কাছে ফিরেছে।`,
  payment_rejected: ({ title, amount, mfiName }) => line`${mfiName} “${title}”-এর জন্য আপনার ${amount} খুঁজে পায়নি।`,
  repaid: ({ title }) => line`“${title}” সম্পূর্ণ শোধ হয়েছে।`,
  message: ({ title, actorName }) => line`${actorName} “${title}” নিয়ে লিখেছেন।`,
  update: ({ title }) => line`“${title}”-এর নতুন খবর আছে।`,
  thanks: ({ title, actorName }) => line`“${title}”-এর পাশে থাকার জন্য ${actorName} আপনাকে ধন্যবাদ জানিয়েছেন।`,
  invited: ({ title, actorName }) => line`${actorName} আপনাকে “${title}” দেখতে আমন্ত্রণ জানিয়েছেন।`,
  invitation_accepted: ({ title, actorName }) => line`${actorName} “${title}”-এর জন্য আপনার আমন্ত্রণ গ্রহণ করেছেন।`,
};

const AR: Sentences = {
  backed: ({ title, amount }) => line`حصل «${title}» على دعم بمبلغ ${amount}.`,
  fully_backed: ({ title }) => line`اكتمل تمويل «${title}».`,
  approved: ({ title, mfiName }) => line`تحققت ${mfiName} من «${title}».`,
  changed: ({ title }) => line`عُدّل «${title}» بعد موافقتكم. يرجى التحقق منه من جديد.`,
  returned: ({ title, amount, isOwner }) =>
    isOwner ? line`أُعيد إليك «${title}» مع السبب.` : line`أُغلق «${title}» وعاد إليك ${amount}.`,
  expired: ({ title, amount, isOwner }) =>
    isOwner ? line`انتهت مدة تمويل «${title}».` : line`أُغلق «${title}» وعاد إليك ${amount}.`,
  deadline_near: ({ title, amount }) => line`تنتهي مدة «${title}» قريباً، وما زال ينقصه ${amount}.`,
  released: ({ title, amount, isOwner }) =>
    isOwner ? line`مبلغ ${amount} من أجل «${title}» جاهز لك.` : line`صُرف مبلغ «${title}».`,
  withdrawal_sent: ({ title, amount }) => line`أُرسل إليك ${amount} من أجل «${title}».`,
  withdrawal_failed: ({ title, amount }) => line`تعذر إرسال ${amount} من أجل «${title}». يرجى مراجعة بياناتك.`,
  payment_entered: ({ title, amount }) => line`دفعة بمبلغ ${amount} عن «${title}» بانتظار موافقتك.`,
  payment_approved: ({ title, amount, isOwner }) =>
    isOwner ? line`وصلت دفعتك ${amount} عن «${title}».` : line`عاد إليك ${amount} من «${title}».`,
  payment_rejected: ({ title, amount, mfiName }) => line`لم تجد ${mfiName} دفعتك ${amount} عن «${title}».`,
  repaid: ({ title }) => line`تم سداد «${title}» كاملاً.`,
  message: ({ title, actorName }) => line`رسالة من ${actorName} حول «${title}».`,
  update: ({ title }) => line`هناك أخبار جديدة عن «${title}».`,
  thanks: ({ title, actorName }) => line`شكر من ${actorName} على دعمك «${title}».`,
  invited: ({ title, actorName }) => line`دعوة من ${actorName} للاطلاع على «${title}».`,
  invitation_accepted: ({ title, actorName }) => line`قبول دعوتك إلى «${title}» من ${actorName}.`,
};

const SENTENCES: Readonly<Record<Language, Sentences>> = { en: EN, be: BE, ar: AR };

/** One event in one sentence, for an SMS and for mails that need no more. */
export function eventSentence(language: Language, kind: NotificationKind, facts: EventFacts): Line {
  return SENTENCES[language][kind](facts);
}
