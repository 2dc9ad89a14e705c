import type { FastifyReply } from 'fastify';
import { html } from 'hono/html';
import { z } from 'zod';
import type { Html } from './page.js';

/** A text field; one that is missing counts as empty. PostgreSQL would fail over a NUL. */
export const field = z
  .string()
  .refine((value) => !value.includes('\0'), 'must not contain NUL')
  .default('');

/** A form of this origin with its token and what else it sends unseen. */
export const form = (
  reply: FastifyReply,
  action: string,
  body: Html,
  hidden: Readonly<Record<string, string | null>> = {},
): Html => {
  const values = Object.entries({ _csrf: reply.generateCsrf(), ...hidden });
  return html`<form method="post" action="${action}">
    ${values.map(([name, value]) =>
      value === null ? '' : html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${body}
  </form> `;
};

/** What went wrong with the form, above its fields. */
export const problemNote = (text: string | null): Html =>
  html`${text === null ? '' : html`<p class="problem" role="alert">${text}</p>`}`;

export const note = (text: string | null): Html =>
  html`${text === null ? '' : html`<p class="note" role="status">${text}</p>`}`;

export const emailField = (value: string): Html =>
  html`<label for="email">E-mail address</label>
    <input id="email" name="email" type="email" autocomplete="username" maxlength="254" required value="${value}" />`;

export const newPasswordField = (): Html =>
  html`<label for="password">New password</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="new-password"
      minlength="10"
      required
      aria-describedby="password-rule"
    />
    <p id="password-rule">At least 10 characters.</p>`;

/** For password managers: whose password the form is about. */
export const emailShown = (email: string): Html =>
  html`<label for="email">E-mail address</label>
    <input id="email" type="email" autocomplete="username" readonly value="${email}" />`;

/** The text that goes with `retry-after`. */
export const tooMany = (waitSeconds: number): string =>
  `Too many attempts. Try again in ${
    waitSeconds < 90 ? `${waitSeconds} seconds` : `${Math.ceil(waitSeconds / 60)} minutes`
  }.`;
