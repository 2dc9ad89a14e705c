import { type ProblemCode, PROBLEMS } from '@cds/contracts';
import { html } from 'hono/html';
import type { Html, Page } from '../pages/page.js';

/** What one problem means, for the person who followed its `type`. */
export const problemPage = (code: ProblemCode): Page => {
  const { title, explanation } = PROBLEMS[code];
  return page(
    title,
    html`<p><code>${code}</code></p>
      <p>${prose(explanation)}</p>
      <p><a href="/problems">All problems</a></p>`,
  );
};

/** All problems, with a link to each. */
export const problemIndex = (): Page =>
  page(
    'Problems that the API answers with',
    html`<dl>
      ${Object.entries(PROBLEMS).map(
        ([code, { title }]) =>
          html`<dt>
              <a href="/problems/${code}"><code>${code}</code></a>
            </dt>
            <dd>${title}</dd> `,
      )}
    </dl>`,
  );

export const isProblemCode = (text: string): text is ProblemCode => Object.hasOwn(PROBLEMS, text);

const page = (title: string, body: Html): Page => ({
  title,
  body,
  formAction: 'none',
  cacheControl: 'public, max-age=3600',
});

/** Explanations mark code by backticks. */
const prose = (text: string): Html[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
