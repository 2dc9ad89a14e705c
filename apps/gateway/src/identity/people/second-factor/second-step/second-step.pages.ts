import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { FastifyReply } from 'fastify';
import { html } from 'hono/html';
import { form, problemNote } from '../../../../site/pages/form-parts.js';
import type { Page } from '../../../../site/pages/page.js';
import { passkeyForm, PASSKEY_SCRIPT } from '../passkeys/passkey-form.js';

export interface SecondStepView {
  readonly email: string;
  readonly returnTo: string | null;
  /** Null for who has no passkey. */
  readonly passkey: PublicKeyCredentialRequestOptionsJSON | null;
  readonly problem: { readonly text: string; readonly status: number } | null;
}

export const secondStepPage = (reply: FastifyReply, { email, returnTo, passkey, problem }: SecondStepView): Page => ({
  title: 'Second step',
  status: problem?.status ?? 200,
  scripts: passkey ? [PASSKEY_SCRIPT] : [],
  body: html`${problemNote(problem?.text ?? null)}
    <p>You are signing in as ${email}.</p>
    ${passkey ? passkeyForm(reply, PASSKEY_FORM, { options: passkey, hidden: { returnTo } }) : ''}
    ${form(
      reply,
      '/signin/second-factor',
      html`<label for="code">Code</label>
        <input
          id="code"
          name="code"
          autocomplete="one-time-code"
          autocapitalize="none"
          spellcheck="false"
          maxlength="40"
          required
          aria-describedby="code-rule"
        />
        <p id="code-rule">Six digits from your authenticator app, or one of your recovery codes.</p>
        <button>Continue</button>`,
      { returnTo },
    )}
    <p>
      Lost access to all of them? Contact an administrator of this service.
      <a href="/signin">Sign in as another person</a>
    </p>`,
});

const PASSKEY_FORM = {
  ceremony: 'prove',
  action: '/signin/second-factor/passkey',
  button: html`<button>Use a passkey</button>`,
} as const;
