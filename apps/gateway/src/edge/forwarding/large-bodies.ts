import { AppError } from '@cds/errors';
import { AccountTurns } from '@cds/postgres';

/** In bytes. Hardly any catch comes near it, though one with the longest notes and all metadata exceeds it. */
const LARGE = 32_768;
/** More than an account may have in progress by default: none is refused then because too many wait. */
const MAX_WAITING = 1_000;
const MAX_WAIT_MS = 4_000;

/**
 * Bounds what the large bodies of one account cost everybody else: a service reads one in some 10 ms of its only
 * thread, and an account may send 50 at once. `atOnce` of them are with services at a time, and the others wait here.
 */
export class LargeBodies {
  private readonly turns: AccountTurns;

  constructor(atOnce: number, maxWaitMs = MAX_WAIT_MS) {
    const tooMany = (retryAfterSeconds: number) => tooManyLarge(atOnce, retryAfterSeconds);
    this.turns = new AccountTurns({ maxAtOnce: atOnce, maxWaiting: MAX_WAITING, maxWaitMs, tooMany });
  }

  /** What `send` resolves or rejects with. Fails with `limit.in_flight` when the body's turn does not come soon. */
  inTurn(accountId: string, body: unknown, send: () => Promise<void>): Promise<void> {
    if (!Buffer.isBuffer(body) || body.length <= LARGE) return send();
    return this.turns.run(accountId, send);
  }
}

const tooManyLarge = (atOnce: number, retryAfterSeconds: number): AppError =>
  new AppError({
    code: 'limit.in_flight',
    kind: 'too-many',
    message:
      `Requests from this account with bodies over ${LARGE} bytes may be in progress ${atOnce} at once. ` +
      'Wait for answers before you send more.',
    retryAfterSeconds,
  });
