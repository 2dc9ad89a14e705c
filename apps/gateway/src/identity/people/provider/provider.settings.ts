import { setting, url } from '@cds/service-kit';
import { z } from 'zod';

const filled = z.string().min(1).optional();
/** A secret and people's tokens go there. */
const providerUrl = url(['https:', 'http:'])
  .refine((text) => {
    const { protocol, hostname } = new URL(text);
    return protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
  }, 'must be https; http is for loopback alone')
  .optional();

/** The outside OAuth 2.0 provider that people may sign in through. */
export const providerSettings = {
  name: setting(
    'OAUTH_PROVIDER_NAME',
    filled,
    'OAuth 2.0 provider that people may sign in through, as they know it; links are kept under this ' +
      'name. Unset, with all below: none.',
  ),
  authorizationUrl: setting(
    'OAUTH_PROVIDER_AUTHORIZATION_URL',
    providerUrl,
    'Its authorization endpoint. The redirect URI to register there is PUBLIC_URL and /signin/provider/callback.',
  ),
  tokenUrl: setting('OAUTH_PROVIDER_TOKEN_URL', providerUrl, 'Its token endpoint.'),
  userinfoUrl: setting(
    'OAUTH_PROVIDER_USERINFO_URL',
    providerUrl,
    'Its userinfo endpoint: answers sub, email and email_verified.',
  ),
  clientId: setting('OAUTH_PROVIDER_CLIENT_ID', filled, 'What this installation is called there.'),
  clientSecret: setting('OAUTH_PROVIDER_CLIENT_SECRET', filled, 'Its secret there.', { secret: true }),
  scope: setting('OAUTH_PROVIDER_SCOPE', z.string().min(1), 'Scopes to ask for, separated by blanks.', {
    default: 'openid email profile',
  }),
};
