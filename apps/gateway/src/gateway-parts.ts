import type { DynamicModule, Type } from '@nestjs/common';
import type { Route } from './edge/routing/route.js';

/** What a test may replace of the gateway, beside its configuration. */
export interface GatewayParts {
  readonly routes: readonly Route[];
  /**
   * The longest times to send the headers, and the body or, of a streamed body, the next piece. Whoever is slower is
   * answered 408 within a second.
   */
  readonly patience: {
    readonly headersMs: number;
    readonly requestMs: number;
    /** For how long a reader may take nothing of an answer that waits for it; then its connection is closed.
     * 10 s by default. */
    readonly stallMs?: number;
  };
  /** The consumer group; the default is the service's. */
  readonly groupId?: string | undefined;
  /** Exports the `SignIns` that the OAuth server uses; the default is the people's own. */
  readonly people?: Type | DynamicModule | undefined;
}
