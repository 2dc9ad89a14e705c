import { createHash } from 'node:crypto';
import { type ProblemCode, PROBLEMS } from '@cds/contracts';

export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What one problem means, for the person who followed its `type`. */
export const problemPage = (code: ProblemCode): Page => {
  const { title, explanation } = PROBLEMS[code];
  return page(title, `<p><code>${escaped(code)}</code></p>\n<p>${prose(explanation)}</p>\n<p><a href="/problems">All problems</a></p>`);
};

/** All problems, with a link to each. */
export const problemIndex = (): Page => {
  const items = Object.entries(PROBLEMS).map(([code, { title }]) => `<dt><a href="/problems/${escaped(code)}"><code>${escaped(code)}</code></a></dt>\n<dd>${escaped(title)}</dd>`);
  return page('Problems that the API answers with', `<dl>\n${items.join('\n')}\n</dl>`);
};

export const isProblemCode = (text: string): text is ProblemCode => Object.hasOwn(PROBLEMS, text);

const STYLE = 'body{font:1rem/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;color:#1b2733}code{background:#eef2f5;padding:.1em .3em}dd{margin:0 0 .7rem}';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=3600',
};

const page = (title: string, body: string): Page => ({
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)} – Catch Data Service</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
${body}
</body>
</html>
`,
  headers: HEADERS,
});

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

/** Explanations mark code by backticks. */
const prose = (text: string): string => escaped(text).replace(/`([^`]*)`/g, '<code>$1</code>');
