import { html } from 'hono/html';
import type { Page } from '../../site/pages/page.js';

/** The same for an address that is known and one that is not. */
export const mailSentPage = (email: string): Page => ({
  title: 'Check your e-mail',
  formAction: 'none',
  body: html`<p>If ${email} can receive e-mail from us, a message is on its way. Its link works once.</p>
    <p>Nothing there? Check your spam folder. We send at most three messages an hour to an address.</p>`,
});

/** For a link that was used, has expired, or was never ours. */
export const badLinkPage = (again: string): Page => ({
  title: 'This link no longer works',
  status: 410,
  formAction: 'none',
  body: html`<p class="problem" role="alert">
    It was used already, or is too old. <a href="${again}">Request a new link</a>
  </p>`,
});
