import { html } from 'hono/html';
import type { Page } from '../../../../site/pages/page.js';

/** Shows recovery codes, this once. */
export const recoveryCodesPage = (codes: readonly string[]): Page => ({
  title: 'Your recovery codes',
  formAction: 'none',
  body: html`<p>
      Each of these codes lets you sign in once with your password if you lose your second factor. They are shown only
      now: print them, or store them in a safe place.
    </p>
    <ol class="card">
      ${codes.map((code) => html`<li><code>${code}</code></li> `)}
    </ol>
    <p>Earlier codes no longer work. <a href="/account/security">I have saved them</a></p>`,
});
