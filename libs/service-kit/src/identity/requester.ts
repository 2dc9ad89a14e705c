import type { Reservation } from '@cds/idempotency';
import type { Caller } from '@cds/identity';

/** A caller in one request of theirs: who asks, and how to trace what comes of it. */
export interface Requester extends Caller {
  readonly requestId: string;
  /** W3C trace context, to be passed on with every event and call. */
  readonly traceparent: string | null;
  /** Where the request came from; null where the gateway has not said so. */
  readonly address: string | null;
  /** The `Idempotency-Key` that whatever is written must finish. */
  readonly reservation?: Reservation | null;
}
