import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { html } from 'hono/html';
import { CORS_HEADERS } from '../../http/fixed-headers.js';

/** HTML whose values were escaped, as `html` of hono makes it. */
export type Html = ReturnType<typeof html>;

export interface Page {
  readonly title: string;
  readonly body: Html;
  /** Origins besides this one that forms may lead to, redirects included; `none`: the page has no form. */
  readonly formAction?: 'none' | readonly string[];
  /** Paths of scripts of this origin; the default lets none run. */
  readonly scripts?: readonly string[];
  /** Value of `Cache-Control`; the default lets nobody store the page. */
  readonly cacheControl?: string;
  readonly status?: number;
}

const PRIVATE = 'no-store';

/** A page as it goes out. */
export interface RenderedPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Sends a page of plain HTML: no script can run in it but those it names, no site can frame it, nothing is loaded
 * from elsewhere.
 */
export const sendPage = async (reply: FastifyReply, page: Page): Promise<void> => {
  const { status, headers, text } = await renderPage(page);
  // What is shown to one person is nothing for scripts of other sites.
  if (headers['cache-control'] === PRIVATE) for (const name of Object.keys(CORS_HEADERS)) reply.raw.removeHeader(name);
  await reply.code(status).headers(headers).send(text);
};

/** For servers other than Fastify; see `sendPage`. */
export const renderPage = async ({
  title,
  body,
  formAction = [],
  cacheControl = PRIVATE,
  scripts = [],
  status = 200,
}: Page): Promise<RenderedPage> => {
  // The text of the style must be exactly what its hash was made of, so no white space may come around it.
  // oxfmt-ignore
  const text = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Catch Data Service</title>
<style>${STYLE}</style>
${scripts.map((path) => html`<script defer src="${path}"></script>`)}
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  const script = scripts.length > 0 ? " script-src 'self';" : '';
  const forms = formAction === 'none' ? "'none'" : ["'self'", ...formAction].join(' ');
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      `default-src 'none';${script} style-src '${STYLE_HASH}'; base-uri 'none'; ` +
      `form-action ${forms}; frame-ancestors 'none'`,
    // No page that opened this one can put something else in its place while a button is pressed.
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': cacheControl,
  };
  return { status, headers, text: text.toString() };
};

// One line without quotes: as text in a template it is the same after escaping, so that its hash stays true.
const STYLE = [
  ':root{color-scheme:light dark}',
  'body{font:1rem/1.5 system-ui,sans-serif;margin:0;color:#1b2733;background:#f6f8fa;',
  'overflow-wrap:anywhere}',
  'main{max-width:42rem;margin:3rem auto;padding:0 1rem}',
  'code{background:#e6ebf0;padding:.1em .3em;border-radius:.2em}',
  'dd{margin:0 0 .7rem}',
  'h2{font-size:1.15rem;margin:1.6rem 0 .4rem}',
  'pre{background:#e6ebf0;padding:.8rem 1rem;border-radius:.4rem;overflow-x:auto;font-size:.85rem}',
  'pre code{background:none;padding:0}',
  'pre code{overflow-wrap:normal}',
  'li{margin:.2rem 0}',
  '.index{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.2rem 1rem}',
  'form,.card{background:#fff;border:1px solid #d5dde5;border-radius:.5rem;padding:1.2rem;margin:1rem 0;',
  'max-width:26rem}',
  'label{display:block;margin:.6rem 0 .2rem;font-weight:600}',
  'input:not([type=hidden],[type=checkbox]){width:100%;box-sizing:border-box;font:inherit;padding:.5rem;',
  'border:1px solid #9fb0c0;border-radius:.3rem}',
  'button{font:inherit;font-weight:600;padding:.5rem 1rem;margin:1rem .5rem 0 0;border:1px solid #0b5c8a;',
  'border-radius:.3rem;background:#0b5c8a;color:#fff;cursor:pointer}',
  'button.plain{background:#fff;color:#0b5c8a}',
  '.problem{border-left:.3rem solid #b3261e;background:#fdecea;padding:.6rem .8rem}',
  '.qr{width:12rem;background:#fff}',
  '.note{border-left:.3rem solid #0b5c8a;background:#e8f2f8;padding:.6rem .8rem}',
  'a{color:#0b5c8a}',
  ':focus-visible{outline:3px solid #f2a33a;outline-offset:1px}',
  '@media (prefers-color-scheme:dark){',
  'body{color:#e4e9ee;background:#14191e}',
  'form,.card{background:#1d242b;border-color:#39444e}',
  'code,pre{background:#2a333c}',
  'a{color:#7cc0e8}',
  '.problem{background:#3a1f1d}',
  '.note{background:#16303f}',
  'button.plain{background:#1d242b;color:#7cc0e8}',
  '}',
].join('');
const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;
