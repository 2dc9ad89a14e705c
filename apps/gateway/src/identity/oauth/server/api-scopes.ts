import { SCOPES, type Scope } from '@cds/contracts';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';

type Client = NonNullable<KoaContextWithOIDC['oidc']['client']>;

/** The scopes that a client was registered with. */
export const scopesOfClient = (client: Client): Scope[] => {
  const registered = new Set(String(client['api_scope']).split(' '));
  return SCOPES.filter((scope) => registered.has(scope));
};

/**
 * A request that names no scope asks for all of the client's. Throws `invalid_scope` for one that the client does not
 * have.
 */
export const settleRequestedScope = ({ oidc }: KoaContextWithOIDC, client: Client): void => {
  const { params } = oidc;
  if (!params) return;
  const registered = scopesOfClient(client);
  if (params['scope'] === undefined && namesScopes(oidc)) params['scope'] = registered.join(' ');
  const foreign = [...oidc.requestParamScopes].filter((scope) => !registered.some((own) => own === scope));
  if (foreign.length > 0)
    throw new errors.InvalidScope('the client is not registered for this scope', foreign.join(' '));
};

/** Codes and refresh tokens have their scope in them already. */
const namesScopes = ({ route, params }: KoaContextWithOIDC['oidc']): boolean =>
  route === 'authorization' || route === 'device_authorization' || params?.['grant_type'] === 'client_credentials';
