import { html } from 'hono/html';
import type { Page } from '../../site/pages/page.js';

/** The same for an address that is known and one that is not. */
export const mailSentPage = (email: string): Page => ({
  title: 'Look into your mail',
  formAction: 'none',
  body: html`<p>If ${email} can get a mail from us, one is on its way. Its link works once.</p>
    <p>None there? Look among the unwanted ones; after three in an hour no more are sent to an address.</p>`,
});

/** For a link that was used, has expired, or was never ours. */
export const badLinkPage = (again: string): Page => ({
  title: 'The link no longer works',
  status: 410,
  formAction: 'none',
  body: html`<p class="problem" role="alert">
    It was used already, or is too old. <a href="${again}">Ask for a new one</a>
  </p>`,
});
