import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import type { SignIns } from '../../people/sign-ins.js';
import { isLoopback } from '../clients/redirect-uri.js';
import { fastifyRequestOf } from './fastify-request.js';

const { base, Check } = interactionPolicy;

/**
 * When a person is asked: whoever is not signed in, or as somebody else than the app's sign-in began with, and for
 * consent.
 */
export const askingPolicy = (signIns: SignIns): interactionPolicy.DefaultPolicy => {
  const policy = base();
  const isSomebodyElse = async ({ req, oidc }: KoaContextWithOIDC): Promise<boolean> => {
    const asked = oidc.session?.accountId;
    return asked !== undefined && (await signIns.current(fastifyRequestOf(req)))?.personId !== asked;
  };
  policy
    .get('login')
    ?.checks.add(new Check('another_person', 'somebody else is signed in', 'login_required', isSomebodyElse));
  const consent = policy.get('consent')?.checks;
  consent?.remove('native_client_prompt');
  // Who was just asked may have left some of it out; asking again would never end.
  const missing = consent?.get('rs_scopes_missing');
  if (missing) {
    consent?.remove('rs_scopes_missing');
    const isMissing = async (ctx: KoaContextWithOIDC) => !isConsented(ctx) && (await missing.check(ctx));
    consent?.add(
      new Check(missing.reason, missing.description, missing.error ?? 'consent_required', isMissing, missing.details),
    );
  }
  consent?.add(
    new Check(
      'unproven_client',
      'any program of the machine could be the client',
      'consent_required',
      (ctx) => isUnproven(ctx) && !isConsented(ctx),
    ),
  );
  // The form that signs in may lead to this origin alone: without a page of ours after it, browsers would not go on to
  // the app.
  consent?.add(
    new Check(
      'fresh_sign_in',
      'the person just signed in',
      'consent_required',
      ({ oidc }) => oidc.result?.login !== undefined && !isConsented({ oidc }),
    ),
  );
  return policy;
};

/** RFC 8252, section 8.6: nothing tells a public client on loopback from others on that machine. */
const isUnproven = ({ oidc: { client, params } }: KoaContextWithOIDC): boolean =>
  client?.clientAuthMethod === 'none' &&
  typeof params?.['redirect_uri'] === 'string' &&
  isLoopback(params['redirect_uri']);

const isConsented = ({ oidc }: Pick<KoaContextWithOIDC, 'oidc'>): boolean => oidc.result?.consent !== undefined;
