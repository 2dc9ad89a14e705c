import type { FastifyReply } from 'fastify';
import { html } from 'hono/html';
import { emailShown, form, newPasswordField, problemNote } from '../../../site/pages/form-parts.js';
import type { Page } from '../../../site/pages/page.js';

export const passwordChangePage = (
  reply: FastifyReply,
  { email, problem, status }: { email: string; problem: string | null; status: number },
): Page => ({
  title: 'Change password',
  status,
  body: html`${problemNote(problem)}
    ${form(
      reply,
      '/password/change',
      html`${emailShown(email)}
        <label for="current">Current password</label>
        <input id="current" name="current" type="password" autocomplete="current-password" required />
        ${newPasswordField()}
        <button>Change password</button>`,
    )}
    <p>
      Every other browser will be signed out. No password yet, or forgot it?
      <a href="/password/forgot">Request a reset link</a>
    </p>
    <p><a href="/account">Back</a></p>`,
});
