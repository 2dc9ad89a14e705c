import { type Scope, SCOPE_WORDS } from '@cds/contracts';
import { html } from 'hono/html';
import type { Html, Page } from '../../../site/pages/page.js';
import type { SignedIn } from '../../people/sign-ins.js';
import { hasNamedHost } from '../clients/redirect-uri.js';

export interface ConsentQuestion {
  readonly clientName: string;
  /** Whose app it is. */
  readonly ownerName: string;
  readonly person: SignedIn;
  readonly scopes: readonly Scope[];
  /** What the app gets only if the person ticks it: rights with which it could go on without this consent. */
  readonly delegating: readonly Scope[];
  /** Where the browser goes with the answer; null for a device. */
  readonly redirectUri: string | null;
  readonly action: string;
  readonly csrf: string;
  /** Where to sign in as somebody else. */
  readonly switchPage: string;
}

/** Asks a person whether an app may act for their account. */
export const consentPage = ({
  clientName,
  ownerName,
  person,
  scopes,
  delegating,
  redirectUri,
  action,
  csrf,
  switchPage,
}: ConsentQuestion): Page => ({
  title: `Allow ${clientName}?`,
  formAction: redirectUri === null ? [] : [formTarget(redirectUri)],
  body: html`<p>
      <strong>${clientName}</strong>, an app of ${ownerName}, wants to act for the account
      <strong>${person.accountName}</strong>.
    </p>
    ${scopes.length > 0 ? permissions(scopes) : ''} ${scopes.length + delegating.length > 0 ? '' : NOTHING_TO_ALLOW}
    <p>${nextStop(redirectUri)}</p>
    <form method="post" action="${action}">
      <input type="hidden" name="csrf" value="${csrf}" />
      ${delegating.length > 0 && furtherRights(delegating)}
      ${scopes.length + delegating.length > 0 && html`<button name="decision" value="allow">Allow</button>`}
      <button name="decision" value="cancel" class="plain">Cancel</button>
    </form>
    <p>You are signed in as ${person.email}. <a href="${switchPage}">Sign in as somebody else</a></p>`,
});

const permissions = (scopes: readonly Scope[]): Html =>
  html`<p>The app will be able to:</p>
    <ul>
      ${scopes.map((scope) => html`<li>${SCOPE_WORDS[scope]} (<code>${scope}</code>)</li> `)}
    </ul>`;

const furtherRights = (scopes: readonly Scope[]): Html =>
  html`<fieldset>
    <legend>It also asks for permissions that reach beyond this app. Select only what it really needs:</legend>
    ${scopes.map(
      (scope) =>
        html`<label class="choice">
          <input type="checkbox" name="also" value="${scope}" /> ${SCOPE_WORDS[scope]} (<code>${scope}</code>).
          ${FURTHER_RIGHTS[scope] ?? ''}
        </label>`,
    )}
  </fieldset>`;

/** What a person must know before they let an app have one of `DELEGATING_SCOPES`. */
const FURTHER_RIGHTS: Partial<Readonly<Record<Scope, string>>> = {
  'keys:write': 'Keys and apps that it creates keep working when you end this app’s access, unless you end them too.',
  admin: 'It could do anything to every account of this service.',
};

/** A policy cannot name an IPv6 address, nor what only a parser of URLs takes for a host. */
const formTarget = (redirectUri: string): string => {
  const uri = new URL(redirectUri);
  return hasNamedHost(uri) ? uri.origin : uri.protocol;
};

const NOTHING_TO_ALLOW = html`<p class="problem">
  The app asks only for permissions that you do not have yourself, so you cannot allow it.
</p>`;

const nextStop = (redirectUri: string | null) =>
  redirectUri === null
    ? 'It runs on the device that showed you the code.'
    : html`You continue to <strong>${new URL(redirectUri).host}</strong>.`;
