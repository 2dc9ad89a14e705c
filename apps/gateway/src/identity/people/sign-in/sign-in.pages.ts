import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { FastifyReply } from 'fastify';
import { html } from 'hono/html';
import { emailField, form, note, problemNote } from '../../../site/pages/form-parts.js';
import type { Html, Page } from '../../../site/pages/page.js';
import type { OutsideProvider } from '../provider/outside-provider.js';
import { PASSKEY_SCRIPT, passkeyForm } from '../second-factor/passkeys/passkey-form.js';
import { type SignInNote, SIGN_IN_NOTES } from './sign-in-notes.js';

export interface SignInView {
  readonly email: string;
  readonly returnTo: string | null;
  readonly note: SignInNote | null;
  readonly problem: string | null;
  readonly status: number;
  readonly provider: OutsideProvider | null;
  /** Null where there are no passkeys. */
  readonly passkey: PublicKeyCredentialRequestOptionsJSON | null;
}

export const signInPage = (
  reply: FastifyReply,
  { email, returnTo, note: said, problem, status, provider, passkey }: SignInView,
): Page => ({
  title: 'Sign in',
  status,
  formAction: provider ? [provider.origin] : [],
  scripts: passkey ? [PASSKEY_SCRIPT] : [],
  body: html`${note(said && SIGN_IN_NOTES[said])}${problemNote(problem)}
    ${form(
      reply,
      '/signin',
      html`${emailField(email)}
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required />
        <button>Sign in</button>`,
      { returnTo },
    )}
    ${passkey ? passkeyForm(reply, PASSKEY_FORM, { options: passkey, hidden: { returnTo } }) : ''}
    ${provider ? providerForm(reply, provider, returnTo) : ''}
    <p><a href="/password/forgot">Forgot your password?</a> <a href="/signup">Sign up</a></p>`,
});

const providerForm = (reply: FastifyReply, { name }: OutsideProvider, returnTo: string | null): Html =>
  form(reply, '/signin/provider', html`<button class="plain">Sign in with ${name}</button>`, { returnTo });

const PASSKEY_FORM = {
  ceremony: 'prove',
  action: '/signin/passkey',
  button: html`<button class="plain">Sign in with a passkey</button>`,
} as const;
