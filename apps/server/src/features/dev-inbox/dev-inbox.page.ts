import { createHash } from 'node:crypto';
import { escapeHtml } from '../../http/escape-html.ts';
import type { KeptDelivery } from './dev-inbox.repository.ts';

const STYLE = `
html { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 50rem; padding: 1rem }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin-bottom: 1.5rem }
label { display: grid; gap: .25rem }
input, button { box-sizing: border-box; font: inherit; padding: .5rem; height: 2.75rem }
article { border-top: 1px solid #767676; padding: 1rem 0 }
h2 { font-size: 1.1rem; margin: 0 }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
.code { font-size: 1.5rem; font-weight: 700; letter-spacing: .1em }
`;

/** The page may load and run nothing; its one style sheet is allowed by its hash. */
export const INBOX_PAGE_POLICY =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
  `form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/**
 * The mails and SMS that would have been sent, as plain HTML without scripts. Mails are shown as text: their HTML is
 * not run here.
 */
export function inboxPage(deliveries: readonly KeptDelivery[], to: string): string {
  const found = deliveries.length === 0 ? '<p>No messages.</p>' : deliveries.map(article).join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Development inbox</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Development inbox</h1>
<p>Nothing leaves this machine: messages are kept here instead of being sent.</p>
<form method="get" action="/dev/inbox">
<label>Phone or e-mail <input name="to" value="${escapeHtml(to)}" autocomplete="off" dir="ltr"></label>
<button>Show</button>
</form>
${found}
</main>
</body>
</html>
`;
}

function article({ channel, to, subject, text, html, code, sentAt }: KeptDelivery): string {
  const sent = sentAt.toISOString();
  return `<article>
<h2 dir="auto">${channel === 'sms' ? 'SMS' : escapeHtml(subject)}</h2>
<p>To <bdi dir="ltr">${escapeHtml(to)}</bdi>, <time datetime="${sent}">${sent.replace('T', ' ').slice(0, 19)} UTC</time></p>
${code === null ? '' : `<p class="code">${escapeHtml(code)}</p>`}
<pre dir="auto">${escapeHtml(text)}</pre>
${html === '' ? '' : `<details><summary>HTML source</summary><pre dir="ltr">${escapeHtml(html)}</pre></details>`}
</article>
`;
}
