import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { FastifyReply } from 'fastify';
import { html } from 'hono/html';
import { form, note } from '../../../../site/pages/form-parts.js';
import type { Html, Page } from '../../../../site/pages/page.js';
import { PASSKEY_SCRIPT, passkeyForm } from '../passkeys/passkey-form.js';
import type { SecondFactors, ShownPasskey } from '../second-factors.js';
import { SECURITY_NOTES, type SecurityNote } from './security-notes.js';

export interface SecurityView {
  readonly factors: SecondFactors;
  /** Null where none can be added. */
  readonly registration: PublicKeyCredentialCreationOptionsJSON | null;
  readonly note: SecurityNote | null;
  /** Whether the person needs a second factor to use the scope `admin`. */
  readonly lacksFactor: boolean;
  /** Whether passkeys work under this origin. */
  readonly hasPasskeys: boolean;
}

export const securityPage = (reply: FastifyReply, view: SecurityView): Page => {
  const { factors, registration, note: said } = view;
  const has = factors.totpSince !== null || factors.passkeys.length > 0;
  return {
    title: 'Second factor',
    scripts: registration ? [PASSKEY_SCRIPT] : [],
    body: html`${note(view.lacksFactor ? SECURITY_NOTES.admin : said === 'admin' ? null : said && SECURITY_NOTES[said])}
      <p>
        ${
          has
            ? 'When you sign in, you are asked for one of these in addition to your password.'
            : 'You sign in with a password only. With a second factor, somebody who learns it cannot sign in as you.'
        }
      </p>
      <h2>Authenticator app</h2>
      ${totpPart(reply, factors.totpSince)}
      <h2>Passkeys</h2>
      ${passkeysPart(reply, view)} ${has ? recoveryPart(reply, factors) : ''}
      <p><a href="/account">Back to the account</a></p>`,
  };
};

const totpPart = (reply: FastifyReply, since: Date | null): Html =>
  since === null
    ? html`<p><a href="/account/security/totp">Set up an authenticator app</a></p>`
    : html`<p>Set up since ${dayOf(since)}. <a href="/account/security/totp">Replace it</a></p>
        ${form(
          reply,
          '/account/security/totp/remove',
          html`<button class="plain">Remove the authenticator app</button>`,
        )}`;

const passkeysPart = (reply: FastifyReply, { factors, registration, hasPasskeys }: SecurityView): Html => {
  if (!hasPasskeys)
    return html`<p>
      Browsers allow passkeys only on sites with a host name and TLS, so they are not available at this address.
    </p>`;
  return html`${
    factors.passkeys.length === 0
      ? html`<p>You have no passkeys. With a passkey you can sign in without a password.</p>`
      : html`<ul>
          ${factors.passkeys.map((passkey) => passkeyItem(reply, passkey))}
        </ul>`
  }
  ${
    registration
      ? passkeyForm(reply, ADD_PASSKEY, { options: registration })
      : html`<p>You have reached the maximum number of passkeys.</p>`
  }`;
};

const ADD_PASSKEY = {
  ceremony: 'register',
  action: '/account/security/passkeys',
  button: html`<label for="name">Name of the passkey</label>
    <input id="name" name="name" maxlength="60" placeholder="My phone" autocomplete="off" />
    <button>Add a passkey</button>`,
} as const;

const passkeyItem = (reply: FastifyReply, { id, name, createdAt, lastUsedAt }: ShownPasskey): Html =>
  html`<li>
    <strong>${name}</strong>, added ${dayOf(createdAt)}, ${lastUsedAt ? `last used ${dayOf(lastUsedAt)}` : 'never used'}
    ${form(
      reply,
      '/account/security/passkeys/remove',
      html`<button class="plain" aria-label="Remove the passkey ${name}">Remove</button>`,
      { passkey: id },
    )}
  </li>`;

const recoveryPart = (reply: FastifyReply, { recoveryCodesLeft: left, recoveryCodes }: SecondFactors): Html =>
  html`<h2>Recovery codes</h2>
    <p>${left === 1 ? 'One is left.' : `${left} are left.`} Each can be used once in place of the factors above.</p>
    ${form(reply, '/account/security/recovery-codes', html`<button class="plain">Create new recovery codes</button>`, {
      replaces: recoveryCodes,
    })}`;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
