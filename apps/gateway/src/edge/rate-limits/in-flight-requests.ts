import { AppError } from '@cds/errors';
import { Inject, Injectable } from '@nestjs/common';

/** Injection token of how many requests of one account may be in progress in this process. */
export const MAX_IN_FLIGHT = Symbol('MAX_IN_FLIGHT');

/** An address may stand for a whole office whose browsers show pictures. */
const ADDRESS_FACTOR = 4;

/** How far a request has come: a service works on it, or its answer has begun and is still being read. */
type Phase = 'working' | 'draining';

type Holder = Record<Phase, number>;

/** What a request holds while it is in progress. */
export interface InFlight {
  /** The answer has begun: from now on the request counts among the answers that are being read. */
  answering(): void;
  /** May be called twice. */
  end(): void;
}

/**
 * Counts the requests that are in progress by whose they are, in this process. Answers that wait for their reader count
 * apart, so that slow readers do not look like work; each kind has the same bound.
 */
@Injectable()
export class InFlightRequests {
  private readonly holders = new Map<string, Holder>();

  constructor(@Inject(MAX_IN_FLIGHT) private readonly max: number) {}

  /** Fails with `limit.in_flight` when as many requests of the account are in progress as may be. */
  beginOfAccount(accountId: string): InFlight {
    return this.begin(accountId, this.max, 'this account');
  }

  /** The same for a request without a credential; `network` is its address. */
  beginOfAddress(network: string): InFlight {
    return this.begin(`address:${network}`, this.max * ADDRESS_FACTOR, 'this address without a credential');
  }

  private begin(key: string, max: number, whose: string): InFlight {
    const holder = this.holders.get(key) ?? { working: 0, draining: 0 };
    if (holder.working >= max || holder.draining >= max) throw tooManyInFlight(max, whose);
    holder.working += 1;
    this.holders.set(key, holder);
    return new Held(holder, () => void this.holders.delete(key));
  }
}

class Held implements InFlight {
  private phase: Phase | undefined = 'working';

  constructor(
    private readonly holder: Holder,
    private readonly forget: () => void,
  ) {}

  answering(): void {
    if (this.phase !== 'working') return;
    this.phase = 'draining';
    this.holder.working -= 1;
    this.holder.draining += 1;
  }

  end(): void {
    if (!this.phase) return;
    this.holder[this.phase] -= 1;
    this.phase = undefined;
    if (this.holder.working + this.holder.draining === 0) this.forget();
  }
}

const tooManyInFlight = (max: number, whose: string): AppError =>
  new AppError({
    code: 'limit.in_flight',
    kind: 'too-many',
    message: `Requests from ${whose} may be in progress ${max} at once. Wait for answers before you send more.`,
    retryAfterSeconds: 1,
  });
