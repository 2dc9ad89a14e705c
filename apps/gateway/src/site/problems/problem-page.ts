import { PROBLEM_GROUPS } from '@cds/contracts';
import { html } from 'hono/html';
import type { Html, Page } from '../pages/page.js';
import type { ProblemArticle } from './problem-article.js';
import type { ProblemOperation } from './problem-operations.js';

/** What one problem means and what to do about it, for the person who followed its `type`. */
export const problemPage = (article: ProblemArticle): Page => {
  const { title, code, status, group, explanation, causes, remedy, retry_explanation: retry, example } = article;
  return page(
    title,
    html`<p>
        <code>${code}</code>${status === null ? '' : html` · HTTP status ${status}`} ·
        <a href="/problems#${anchorOf(group)}">${group}</a>
      </p>
      <p>${prose(explanation)}</p>
      <h2>Usual causes</h2>
      <ul>
        ${causes.map((cause) => html`<li>${prose(cause)}</li> `)}
      </ul>
      <h2>What to do</h2>
      <p>${prose(remedy)}</p>
      <h2>May I send the request again?</h2>
      <p>${prose(retry)}</p>
      ${example === null ? '' : exampleOf(example)} ${answeredBy(article.answered_by)}
      <p class="links">
        <a href="/problems">All problems</a> · <a href="/docs/">API reference</a> ·
        <a href="/">Portal</a>
      </p>`,
  );
};

const exampleOf = (example: NonNullable<ProblemArticle['example']>): Html =>
  html`<h2>Example</h2>
    <pre
      tabindex="0"
      role="region"
      aria-label="Example of an answer"
    ><code>${JSON.stringify(example, null, 2)}</code></pre>`;

const answeredBy = (operations: ProblemArticle['answered_by']): Html => {
  if (operations === 'any')
    return html`<h2>Where it comes from</h2>
      <p>Every operation of the API may answer so.</p>`;
  if (operations.length === 0) return html``;
  return html`<h2>Where it comes from</h2>
    <ul>
      ${operations.map(linkTo)}
    </ul>`;
};

const linkTo = ({ method, path, summary, url }: ProblemOperation): Html =>
  html`<li><a href="${url}">${summary}</a> <code>${method} ${path}</code></li> `;

/** All problems by what they are about, with a link to each. */
export const problemIndex = (articles: readonly ProblemArticle[]): Page =>
  page(
    'Problems that the API answers with',
    html`<p>
        Every error has a <code>code</code>, which stays the same for ever, and a <code>type</code> that leads to one of
        these pages. Ask for a page with <code>Accept: application/json</code> to read it by program.
      </p>
      <nav aria-label="Groups">
        <ul class="index">
          ${PROBLEM_GROUPS.map((group) => html`<li><a href="#${anchorOf(group)}">${group}</a></li> `)}
        </ul>
      </nav>
      ${PROBLEM_GROUPS.map(
        (group) =>
          html`<h2 id="${anchorOf(group)}">${group}</h2>
            <dl>${articles.filter((one) => one.group === group).map(entryOf)}</dl>`,
      )}
      <p class="links"><a href="/docs/">API reference</a> · <a href="/">Portal</a></p>`,
  );

const entryOf = ({ code, title, status }: ProblemArticle): Html =>
  html`<dt>
      <a href="/problems/${code}"><code>${code}</code></a>
    </dt>
    <dd>${title}${status === null ? '' : html` <small>${status}</small>`}</dd> `;

/** For a code that there is none of, with the one that looks most like it. */
export const noProblemPage = (nearest: ProblemArticle | undefined): Page => ({
  ...page(
    'There is no such problem',
    html`<p>No problem of this API has the code in the address.</p>
      ${
        nearest &&
        html`<p>
          The nearest code is <a href="/problems/${nearest.code}"><code>${nearest.code}</code></a
          >.
        </p>`
      }
      <p class="links"><a href="/problems">All problems</a> · <a href="/docs/">API reference</a></p>`,
  ),
  status: 404,
});

const anchorOf = (group: string): string => group.toLowerCase().replaceAll(' ', '-');

const page = (title: string, body: Html): Page => ({
  title,
  body,
  formAction: 'none',
  cacheControl: 'public, max-age=3600',
});

/** Texts mark code by backticks. */
const prose = (text: string): Html[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
