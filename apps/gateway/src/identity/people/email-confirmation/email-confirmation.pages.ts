import type { FastifyReply } from 'fastify';
import { html } from 'hono/html';
import { emailShown, form } from '../../../site/pages/form-parts.js';
import type { Page } from '../../../site/pages/page.js';

export const emailConfirmationPage = (
  reply: FastifyReply,
  { email, token }: { email: string; token: string },
): Page => ({
  title: 'Confirm your e-mail address',
  body: form(reply, '/email/confirm', html`${emailShown(email)} <button>Confirm e-mail address</button>`, { token }),
});

export const emailConfirmedPage = (email: string): Page => ({
  title: 'Confirmed',
  formAction: 'none',
  body: html`<p class="note" role="status">${email} is confirmed. <a href="/account">Continue</a></p>`,
});
