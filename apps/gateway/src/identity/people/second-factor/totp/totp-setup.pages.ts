import type { FastifyReply } from 'fastify';
import { html, raw } from 'hono/html';
import { renderSVG } from 'uqr';
import { form, problemNote } from '../../../../site/pages/form-parts.js';
import type { Page } from '../../../../site/pages/page.js';
import { totpUri } from './totp.js';

export interface TotpSetupView {
  readonly email: string;
  readonly secret: string;
  readonly problem: string | null;
}

export const totpSetupPage = (reply: FastifyReply, { email, secret, problem }: TotpSetupView): Page => ({
  title: 'Set up an authenticator app',
  status: problem === null ? 200 : 400,
  body: html`${problemNote(problem)}
    <p>Scan this code with an authenticator app, or enter the key there. Then enter the code that the app shows.</p>
    <p class="qr" role="img" aria-label="QR code with the key below">${raw(renderSVG(totpUri(secret, email)))}</p>
    <p>Key: <code>${secret.replace(/(.{4})(?=.)/g, '$1 ')}</code></p>
    ${form(
      reply,
      '/account/security/totp',
      html`<label for="code">Code</label>
        <input
          id="code"
          name="code"
          autocomplete="one-time-code"
          inputmode="numeric"
          maxlength="10"
          required
          aria-describedby="code-rule"
        />
        <p id="code-rule">Six digits, which change every 30 seconds.</p>
        <button>Use this app</button>`,
    )}
    <p><a href="/account/security">Back</a></p>`,
});
