import { AppError } from '@cds/errors';
import { Clock } from '@cds/service-kit';
import type { FastifyRequest } from 'fastify';
import OAuth2Strategy from 'passport-oauth2';
import { type OutsidePerson, outsidePersonOf } from './outside-person.js';
import type { OutsideProvider } from './outside-provider.js';
import { runStrategy } from './run-strategy.js';
import { type AttemptAim, SessionStateStore } from './session-state-store.js';

/** Longest time that the provider has for both of its answers. */
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
    this.strategy = new OAuth2Strategy(options, verify);
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
    const outcome = await Promise.race([
      runStrategy<OutsidePerson>(this.strategy, request, {}).catch((error: unknown) => Promise.reject(refused(error))),
      tooLate(),
    ]);
    if (outcome.type !== 'success') return null;
    return { person: outcome.user, aim: (outcome.info as { state: AttemptAim }).state };
  }
}

const tooLate = (): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(refused('no answer in time')), 2 * PATIENCE_MS).unref());

const refused = (cause: unknown): AppError =>
  new AppError({
    code: 'service.unavailable',
    kind: 'unavailable',
    message: 'The provider could not tell who you are. Try again, or sign in with a password.',
    cause,
  });
