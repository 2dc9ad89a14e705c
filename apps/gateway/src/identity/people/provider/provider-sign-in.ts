import { AppError } from '@cds/errors';
import { Clock } from '@cds/service-kit';
import type { FastifyRequest } from 'fastify';
import OAuth2Strategy from 'passport-oauth2';
import { accessTokenOf } from './access-token.js';
import { type OutsidePerson, outsidePersonOf } from './outside-person.js';
import type { OutsideProvider } from './outside-provider.js';
import { runStrategy } from './run-strategy.js';
import { type AttemptAim, SessionStateStore } from './session-state-store.js';

/** Longest time that the provider has for each of its two answers. */
const PATIENCE_MS = 10_000;

/** Signing in at the outside provider: OAuth 2.0 authorization code with PKCE, by passport-oauth2. */
export class ProviderSignIn {
  private readonly strategy: OAuth2Strategy;

  constructor(
    { authorizationUrl, tokenUrl, userinfoUrl, clientId, clientSecret, scope }: OutsideProvider,
    publicUrl: string,
    clock: Clock,
  ) {
    const options = {
      authorizationURL: authorizationUrl,
      tokenURL: tokenUrl,
      clientID: clientId,
      clientSecret,
      callbackURL: `${publicUrl}/signin/provider/callback`,
      scope: scope.split(' '),
      pkce: true,
      state: true,
      store: new SessionStateStore(clock) as unknown as OAuth2Strategy.StateStore,
    };
    const verify = (
      accessToken: string,
      _refreshToken: string,
      _profile: object,
      done: OAuth2Strategy.VerifyCallback,
    ): void => {
      outsidePersonOf(userinfoUrl, accessToken, AbortSignal.timeout(PATIENCE_MS)).then(
        (person) => done(null, person as unknown as Express.User),
        done,
      );
    };
    this.strategy = new FetchingStrategy(options, verify, (form) =>
      accessTokenOf(
        tokenUrl,
        { ...form, client_id: clientId, client_secret: clientSecret },
        AbortSignal.timeout(PATIENCE_MS),
      ),
    );
  }

  /** Where to send the browser. */
  async begin(request: FastifyRequest, aim: AttemptAim): Promise<string> {
    const outcome = await runStrategy(this.strategy, request, { state: aim });
    if (outcome.type !== 'redirect') throw refused(outcome);
    return outcome.url;
  }

  /**
   * Who came back, and what for; null when the attempt is not this browser's, is too old, or was broken off. Fails with
   * `service.unavailable`.
   */
  async finish(request: FastifyRequest): Promise<{ person: OutsidePerson; aim: AttemptAim } | null> {
    const outcome = await runStrategy<OutsidePerson>(this.strategy, request, {}).catch((error: unknown) =>
      Promise.reject(refused(error)),
    );
    if (outcome.type !== 'success') return null;
    return { person: outcome.user, aim: (outcome.info as { state: AttemptAim }).state };
  }
}

/**
 * The library's own request for the token waits for its answer without a limit, and throws where nobody can catch it
 * when the answer is not an object.
 */
class FetchingStrategy extends OAuth2Strategy {
  constructor(
    options: OAuth2Strategy.StrategyOptions,
    verify: OAuth2Strategy.VerifyFunction,
    tokenOf: (form: Record<string, string>) => Promise<string>,
  ) {
    super(options, verify);
    Object.assign(this._oauth2, {
      getOAuthAccessToken: (code: string, form: Record<string, string>, done: GotToken): void => {
        tokenOf({ ...form, code }).then((token) => done(null, token), done);
      },
    });
  }
}

type GotToken = (error: Error | null, token?: string) => void;

const refused = (cause: unknown): AppError =>
  new AppError({
    code: 'service.unavailable',
    kind: 'unavailable',
    message: 'The provider could not tell who you are. Try again, or sign in with a password.',
    cause,
  });
