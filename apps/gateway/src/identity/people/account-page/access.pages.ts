import { SCOPE_WORDS } from '@cds/contracts';
import type { FastifyReply } from 'fastify';
import { html } from 'hono/html';
import { form } from '../../../site/pages/form-parts.js';
import type { Html } from '../../../site/pages/page.js';
import type { Access, AllowedApp, ShownSession } from '../access/access.query.js';

/** Where the person is signed in, and which apps may act for them, each with a way to end it. */
export const accessLists = (reply: FastifyReply, { sessions, apps }: Access, own: string | null): Html =>
  html`<h2>Apps</h2>
    ${
      apps.length === 0
        ? html`<p>You have allowed no app to act for this account.</p>`
        : html`<ul>
            ${apps.map((app) => appItem(reply, app))}
          </ul>`
    }
    <h2>Signed in</h2>
    <ul>
      ${sessions.map((session) => sessionItem(reply, session, session.id === own))}
    </ul>
    ${
      sessions.length > 1
        ? form(reply, '/account/sessions/end', html`<button class="plain">Sign out everywhere else</button>`)
        : ''
    }`;

const appItem = (reply: FastifyReply, { grantId, name, ownerName, scopes, allowedAt, endsAt }: AllowedApp): Html =>
  html`<li>
    <strong>${name}</strong>, an app of ${ownerName}, since ${dayOf(allowedAt)}, until ${dayOf(endsAt)}. It may
    ${scopes.map((scope) => SCOPE_WORDS[scope]).join('; ')}.
    ${form(reply, '/account/apps/end', html`<button class="plain">End its access</button>`, { grant: grantId })}
  </li>`;

const sessionItem = (
  reply: FastifyReply,
  { id, userAgent, address, signedInAt, seenAt }: ShownSession,
  isOwn: boolean,
): Html =>
  html`<li>
    ${isOwn ? html`<strong>This browser</strong>` : (userAgent ?? 'A browser')}${
      address === null ? '' : `, from ${address}`
    },
    since ${dayOf(signedInAt)}, last used ${dayOf(seenAt)}
    ${isOwn ? '' : form(reply, '/account/sessions/end', html`<button class="plain">Sign out</button>`, { session: id })}
  </li>`;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
