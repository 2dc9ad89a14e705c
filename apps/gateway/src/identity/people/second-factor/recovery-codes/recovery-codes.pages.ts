import { html } from 'hono/html';
import type { Page } from '../../../../site/pages/page.js';

/** Shows recovery codes, this once. */
export const recoveryCodesPage = (codes: readonly string[]): Page => ({
  title: 'Your recovery codes',
  formAction: 'none',
  body: html`<p>
      Without your second factor, each of these lets you in once, together with your password. They are shown this once:
      print them, or keep them where nobody else looks.
    </p>
    <ol class="card">
      ${codes.map((code) => html`<li><code>${code}</code></li> `)}
    </ol>
    <p>Earlier codes no longer work. <a href="/account/security">I have kept them</a></p>`,
});
