import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
// Read below as a file, and named here for what copies the packages that run.
import '@simplewebauthn/browser';
import type { FastifyReply } from 'fastify';
import { html } from 'hono/html';
import { form } from '../../../../site/pages/form-parts.js';
import type { Html } from '../../../../site/pages/page.js';
import type { Ceremony } from './challenges.js';

const LIBRARY = new URL(
  '../dist/bundle/index.umd.min.js',
  pathToFileURL(createRequire(import.meta.url).resolve('@simplewebauthn/browser')),
);
const OWN = new URL('../../../../../data/passkeys.js', import.meta.url);

/** What asks the browser for passkeys: the library's script and ours, in one. */
export const PASSKEY_SCRIPT_TEXT = [LIBRARY, OWN].map((file) => readFileSync(file, 'utf8')).join('\n');

/** Its path, which changes with what it says, so that browsers may keep it for ever. */
export const PASSKEY_SCRIPT = `/passkeys/${hash('sha256', PASSKEY_SCRIPT_TEXT, 'hex').slice(0, 16)}.js`;

export interface PasskeyForm {
  readonly ceremony: Ceremony;
  readonly action: string;
  /** The fields and the button. */
  readonly button: Html;
}

/** A form that sends what the browser answers. It is hidden until the script finds that the browser knows passkeys. */
export const passkeyForm = (
  reply: FastifyReply,
  { ceremony, action, button }: PasskeyForm,
  asked: {
    options: PublicKeyCredentialCreationOptionsJSON | PublicKeyCredentialRequestOptionsJSON;
    hidden?: Readonly<Record<string, string | null>>;
  },
): Html =>
  html`<div hidden data-passkey="${ceremony}" data-options="${JSON.stringify(asked.options)}">
      ${form(
        reply,
        action,
        html`${button}
          <p class="problem" role="alert" hidden></p>`,
        { ...asked.hidden, answer: '' },
      )}
    </div>
    <noscript><p>Passkeys need JavaScript.</p></noscript>`;
