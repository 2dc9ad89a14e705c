import type { FastifyReply } from 'fastify';
import { html } from 'hono/html';
import { emailField, emailShown, form, newPasswordField, problemNote } from '../../../site/pages/form-parts.js';
import type { Page } from '../../../site/pages/page.js';

export const forgotPage = (
  reply: FastifyReply,
  { email, problem, status }: { email: string; problem: string | null; status: number },
): Page => ({
  title: 'Forgot the password',
  status,
  body: html`${problemNote(problem)}
    ${form(reply, '/password/forgot', html`${emailField(email)} <button>Send me a link</button>`)}
    <p><a href="/signin">Sign in</a></p>`,
});

export const resetPage = (
  reply: FastifyReply,
  { email, token, problem, status }: { email: string; token: string; problem: string | null; status: number },
): Page => ({
  title: 'Choose a new password',
  status,
  body: html`${problemNote(problem)}
    ${form(
      reply,
      '/password/reset',
      html`${emailShown(email)} ${newPasswordField()} <button>Change the password</button>`,
      { token },
    )}
    <p>Every browser that is signed in will be signed out.</p>`,
});
