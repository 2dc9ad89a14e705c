import type { FastifyReply } from 'fastify';
import { html } from 'hono/html';
import { emailField, emailShown, form, newPasswordField, problemNote } from '../../../site/pages/form-parts.js';
import type { Page } from '../../../site/pages/page.js';

export const forgotPage = (
  reply: FastifyReply,
  { email, problem, status }: { email: string; problem: string | null; status: number },
): Page => ({
  title: 'Forgot your password?',
  status,
  body: html`${problemNote(problem)}
    ${form(reply, '/password/forgot', html`${emailField(email)} <button>Send reset link</button>`)}
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
      html`${emailShown(email)} ${newPasswordField()} <button>Change password</button>`,
      { token },
    )}
    <p>You will be signed out of every browser.</p>`,
});
