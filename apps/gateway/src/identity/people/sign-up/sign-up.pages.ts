import type { FastifyReply } from 'fastify';
import { html } from 'hono/html';
import { emailField, emailShown, form, newPasswordField, problemNote } from '../../../site/pages/form-parts.js';
import type { Page } from '../../../site/pages/page.js';

export interface SignUpView {
  readonly name: string;
  readonly email: string;
  readonly problem: string | null;
  readonly status: number;
}

export const signUpPage = (reply: FastifyReply, { name, email, problem, status }: SignUpView): Page => ({
  title: 'Sign up',
  status,
  body: html`${problemNote(problem)}
    ${form(
      reply,
      '/signup',
      html`<label for="name">Account name</label>
        <input id="name" name="name" autocomplete="organization" maxlength="200" required value="${name}" />
        ${emailField(email)}
        <button>Sign up</button>`,
    )}
    <p>We send you an e-mail with the next step. Already have an account? <a href="/signin">Sign in</a></p>`,
});

export const finishSignUpPage = (
  reply: FastifyReply,
  view: { email: string; token: string; problem: string | null; status: number },
): Page => ({
  title: 'Choose a password',
  status: view.status,
  body: html`${problemNote(view.problem)}
  ${form(
    reply,
    '/signup/finish',
    html`${emailShown(view.email)} ${newPasswordField()} <button>Create account</button>`,
    { token: view.token },
  )}`,
});
