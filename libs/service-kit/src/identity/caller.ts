import type { Scope } from '@cds/contracts';
import type { Reservation } from '../idempotency/reservation.js';

/** Who sent a request, as the gateway found it. */
export interface Caller {
  readonly accountId: string;
  readonly accountName: string;
  readonly credentialId: string;
  readonly scopes: readonly Scope[];
}

/** A caller in one request of theirs: who asks, and how to trace what comes of it. */
export interface Requester extends Caller {
  readonly requestId: string;
  /** W3C trace context, to be passed on with every event and call. */
  readonly traceparent: string | null;
  /** The `Idempotency-Key` that whatever is written must finish. */
  readonly reservation?: Reservation | null;
}
