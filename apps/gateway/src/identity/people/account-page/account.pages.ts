import type { FastifyReply } from 'fastify';
import { html } from 'hono/html';
import { form, note } from '../../../site/pages/form-parts.js';
import type { Html, Page } from '../../../site/pages/page.js';
import type { Access } from '../access/access.query.js';
import { accessLists } from './access.pages.js';
import type { OutsideProvider } from '../provider/outside-provider.js';
import { SECURITY_NOTES } from '../second-factor/security-page/security-notes.js';
import { ACCOUNT_NOTES, type AccountNote } from './account-notes.js';

export interface AccountView {
  readonly accountName: string;
  readonly email: string;
  readonly isConfirmed: boolean;
  readonly hasPassword: boolean;
  readonly hasSecondFactor: boolean;
  /** Whether the person needs a second factor to use the scope `admin`. */
  readonly lacksFactor: boolean;
  readonly note: AccountNote | null;
  readonly provider: OutsideProvider | null;
  readonly isLinked: boolean;
  readonly access: Access;
  /** The session of the browser that asks, among those of `access`. */
  readonly ownSession: string | null;
}

export const accountPage = (reply: FastifyReply, view: AccountView): Page => ({
  title: view.accountName,
  formAction: view.provider ? [view.provider.origin] : [],
  body: html`${note(view.note && ACCOUNT_NOTES[view.note])}${note(view.lacksFactor ? SECURITY_NOTES.admin : null)}
    <dl>
      <dt>Signed in as</dt>
      <dd>${view.email}${view.isConfirmed ? '' : ' (not confirmed)'}</dd>
    </dl>
    ${
      view.isConfirmed
        ? ''
        : form(reply, '/email/confirm/send', html`<button class="plain">Confirm the address</button>`)
    }
    <p>
      ${
        view.hasPassword
          ? html`<a href="/password/change">Change the password</a>`
          : html`<a href="/password/forgot">Choose a password</a>`
      }
      <a href="/account/security">Second factor</a>${view.hasSecondFactor ? '' : ' (none yet)'}
      <a href="/">Developer portal</a> <a href="/docs">API reference</a>
    </p>
    ${view.provider ? providerForm(reply, view.provider, view) : ''} ${accessLists(reply, view.access, view.ownSession)}
    ${form(reply, '/signout', html`<button>Sign out</button>`)}`,
});

const providerForm = (reply: FastifyReply, { name }: OutsideProvider, { isLinked, hasPassword }: AccountView): Html => {
  if (!isLinked) {
    return form(
      reply,
      '/account/provider/link',
      html`<label for="password">Current password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required />
        <button class="plain">Link ${name}</button>`,
    );
  }
  if (!hasPassword) return html`<p>You sign in with ${name}. Once you have a password, the two can be unlinked.</p>`;
  return form(reply, '/account/provider/unlink', html`<button class="plain">Unlink ${name}</button>`);
};
