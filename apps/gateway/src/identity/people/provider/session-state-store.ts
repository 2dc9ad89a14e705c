import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '@cds/service-kit';
import type { FastifyRequest } from 'fastify';
import type { ProviderAttempt } from '../sessions/browser-session.js';
import { newSecret } from '../../../secrets/secrets.js';

const MINUTES_10 = 600_000;

/** What a sign-in at the provider is begun for, and what comes back with it. */
export type AttemptAim = Pick<ProviderAttempt, 'returnTo' | 'linkTo'>;

/** Keeps `state` and the PKCE verifier of one attempt, the last one, in the browser's encrypted cookie. */
export class SessionStateStore {
  constructor(private readonly clock: Clock) {}

  // passport-oauth2 tells its kinds of stores apart by the number of declared parameters: five here, four below.
  store(
    request: FastifyRequest,
    verifier: string,
    aim: AttemptAim,
    _meta: object,
    done: (error: Error | null, state?: string) => void,
  ): void {
    const state = newSecret();
    request.session.set('providerAttempt', {
      state,
      verifier,
      ...aim,
      expiresAt: this.clock.now().getTime() + MINUTES_10,
    });
    done(null, state);
  }

  verify(
    request: FastifyRequest,
    state: string,
    _meta: object,
    done: (error: Error | null, verifier: string | false, state?: unknown) => void,
  ): void {
    const saved = request.session.get('providerAttempt');
    request.session.set('providerAttempt', undefined);
    if (!saved || saved.expiresAt <= this.clock.now().getTime() || !isSame(saved.state, state))
      return done(null, false, { message: 'unknown state' });
    done(null, saved.verifier, { returnTo: saved.returnTo, linkTo: saved.linkTo } satisfies AttemptAim);
  }
}

const isSame = (one: string, other: unknown): boolean =>
  typeof other === 'string' &&
  Buffer.byteLength(one) === Buffer.byteLength(other) &&
  timingSafeEqual(Buffer.from(one), Buffer.from(other));
