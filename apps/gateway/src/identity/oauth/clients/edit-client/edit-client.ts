import { acceptBody, parseBody, throwIfAny } from '@cds/validation';
import type { OAuthClient } from '../../../../generated/client.js';
import { type EditClient, editClientBody, misfits } from '../client-schemas.js';
import { clientView } from '../client-view.js';

/**
 * Reads a patch of `now` from the body of a request; fails with everything that is wrong with it, and with what the
 * client would have that does not fit together.
 */
export const editClientOf = (body: unknown, now: OAuthClient): EditClient => {
  const parsed = parseBody(editClientBody, body);
  const { confidential, ...current } = clientView(now);
  const result = {
    grant_types: current.grant_types,
    redirect_uris: current.redirect_uris,
    ...parsed.partial,
    confidential,
  } as Parameters<typeof misfits>[0];
  throwIfAny({ invalid: [...(parsed.violations ?? []), ...misfits(result)] });
  return acceptBody(parsed);
};

/** The client once a patch is merged into it. */
export const editedClient = (
  now: OAuthClient,
  { name, redirect_uris: redirectUris, grant_types: grantTypes, scopes }: EditClient,
): OAuthClient => ({
  ...now,
  name: name ?? now.name,
  redirectUris: redirectUris ?? now.redirectUris,
  grantTypes: grantTypes ?? now.grantTypes,
  scopes: scopes ?? now.scopes,
});
