import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Authenticator } from '../../identity/authentication/authenticator.js';
import { failureOf } from '../forwarding/forwarding.errors.js';
import type { ProxiedRequest } from '../request/proxied-request.js';

/** With what is remembered of a credential for a moment, what has ended is cut off within five seconds. */
const EVERY_MS = 3_000;

/** Who is read from already was let in once. */
const NO_LIMIT = { check: () => undefined };

/**
 * Ends what lasts longer than a request, such as a stream of events, when the credential that asked for it has ended or
 * has lost the scope of the call: a key or token that was revoked or has expired, a session that is over.
 */
@Injectable()
export class CredentialEnds implements OnModuleDestroy {
  private readonly waiting = new Map<ProxiedRequest, () => void>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;

  constructor(private readonly authenticator: Authenticator) {}

  /** Calls `onEnd` once the request's credential would not be let in any more, for as long as its answer lasts. */
  watch(request: ProxiedRequest, onEnd: () => void): void {
    this.waiting.set(request, onEnd);
    request.response.once('close', () => this.stop(request));
    this.timer ??= setInterval(() => void this.endOver(), EVERY_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private stop(request: ProxiedRequest): void {
    this.waiting.delete(request);
    if (this.waiting.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Ends what may not go on. Who comes while it looks waits for the same look. */
  endOver(): Promise<void> {
    return (this.looking ??= this.look().finally(() => (this.looking = undefined)));
  }

  /** One after the other, as most of them need a query. */
  private async look(): Promise<void> {
    for (const [request, onEnd] of [...this.waiting]) if (!(await this.mayStay(request))) onEnd();
  }

  /** While the database is away nobody is cut off: whether a credential has ended is not known then. */
  private async mayStay({ incoming, route }: ProxiedRequest): Promise<boolean> {
    try {
      const { scopes } = await this.authenticator.authenticate(incoming, NO_LIMIT);
      return scopes.some((scope) => scope === route?.scope);
    } catch (error) {
      return !ENDED.has(failureOf(error).kind);
    }
  }
}

const ENDED: ReadonlySet<string> = new Set(['unauthenticated', 'forbidden']);
