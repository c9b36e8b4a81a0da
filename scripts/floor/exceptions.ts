/** A thing that a browser of the floor may lack, and why that is right. */
type Exception = {
  /** The thing as the findings name it. */
  readonly what: RegExp;
  /** The fill-in that brings it: a module of core-js or a file of `fill-ins`. Not for workers, which load none. */
  readonly fillIn?: string;
  /** The reason for which it is not missed, where no fill-in brings it. */
  readonly because?: string;
  /** The built files that it holds for; without it all. */
  readonly in?: RegExp;
};

const WORKERS = /^(service-worker|challenge-worker)/;

export const EXCEPTIONS: readonly Exception[] = [
  { what: /^\.at$/, fillIn: 'es.array.at' },
  { what: /^\.findLast$/, fillIn: 'es.array.find-last' },
  { what: /^\.toReversed$/, fillIn: 'es.array.to-reversed' },
  { what: /^\.toSorted$/, fillIn: 'es.array.to-sorted' },
  { what: /^(Map)?\.groupBy$/, fillIn: 'es.map.group-by' },
  { what: /^URL\.canParse$/, fillIn: 'web.url.can-parse' },
  { what: /^Intl\.Segmenter$/, fillIn: './letters' },
  { what: /^BroadcastChannel$/, fillIn: './channels' },
  { what: /^(\.showModal|HTMLDialogElement)$/, fillIn: './dialogs' },
  { what: /^\.(showPopover|popover)$/, fillIn: './popovers' },
  { what: /^(crypto)?\.randomUUID$/, fillIn: './secure' },

  {
    what: /^Object\.hasOwn$/,
    because: 'the worker brings it itself, and core-js asks first',
    in: /^(challenge-worker|fill-ins)/,
  },
  { what: /^\.hidePopover$/, because: 'asked for first', in: /^overlays/ },
  { what: /^(navigator\.locks|requestIdleCallback|navigator\.share|\.share)$/, because: 'asked for first' },
  {
    what: /^(navigator\.connection|globalThis\.trustedTypes|speechSynthesis|SpeechSynthesisUtterance)$/,
    because: 'asked for first',
  },
  {
    what: /^(Notification(\..*)?|\.(pushManager|showNotification|notification))$/,
    because: 'offered where there is push',
  },
  { what: /^\.(navigationPreload|preloadResponse)$/, because: 'missing it is slower, and asked for first' },
  { what: /^\.getPublicKey$/, because: 'the library of passkeys asks first', in: /^passkey/ },
  { what: /^window\.print$/, because: 'Firefox on a phone has no printer' },
  { what: /^\.imageSmoothingQuality$/, because: 'a picture is a little coarser', in: /^upload/ },
  {
    what: /^(navigation|\.(animation|canIntercept|intercept|startViewTransition|transferSize|submitter|fetchPriority|imageSizes|movementX|movementY|cssFloat))$/,
    because: 'React asks first, or means an attribute',
    in: /^index/,
  },
  {
    what: /^\.(added|address|capture|config|contacts|delay|description|display|displayName|drop|element|info|isError|isValid|loading|locale|login|nonce|preferences|query|read|results|role|session|show|tag|toArray|toBase64|when|writable)$/,
    because: 'a field of an own object or of a library',
  },

  { what: /^(:has)$/, because: 'each use has another way or is an ornament (docs/browsers.md)' },
  {
    what: /^:(focus-visible|backdrop)$/,
    because: 'Safari before 15.4 draws its own ring, and the shadow of the fill-in',
  },
  { what: /^:(-moz|-webkit)-/, because: 'each engine has its own' },
  { what: /^(:details-content|@page|page|size)$/, because: 'paper alone' },
  { what: /^(@container|container-type(: .*)?)$/, because: 'figures wrap where it is missing' },
  { what: /^overflow-x: clip$/, because: 'the body hides it where it is missing', in: /^index/ },
  { what: /^(content-visibility|contain-intrinsic-block-size)(: .*)?$/, because: 'missing it is slower' },
  {
    what: /^(accent-color|cursor|field-sizing|font-family|forced-color-adjust|outline|overscroll-behavior(-inline)?|resize|scroll-behavior|scroll-snap-stop|scrollbar-width|text-align|text-wrap)(: .*)?$/,
    because: 'an ornament',
  },
  { what: /^align-content: start$/, because: 'in a grid, where it is older' },
];

/** The exception that this finding in this file falls under. */
export function exceptionFor(what: string, file: string): Exception | undefined {
  return EXCEPTIONS.find(
    (each) =>
      each.what.test(what) && (each.in?.test(file) ?? true) && !(each.fillIn !== undefined && WORKERS.test(file)),
  );
}
