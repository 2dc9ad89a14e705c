import type { OAuthOptions } from './oauth.js';

/** Headers to send; values that are undefined are left out. */
export type HeaderValues = Readonly<Record<string, string | undefined>>;

export interface ClientOptions {
  /** `cds_live_…`. */
  readonly apiKey?: string | undefined;
  /** An access token, or a function that is asked for it before each try. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** A client of OAuth 2.0, whose tokens are renewed in time. */
  readonly oauth?: OAuthOptions | undefined;
  /** The origin of the service: `https://api.example.com`. In browsers, the page's own origin by default. */
  readonly baseUrl?: string | undefined;
  /** Sends the requests; the runtime's own `fetch` by default. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Headers of every request, or a function that is asked for them before each try. */
  readonly headers?: HeaderValues | (() => HeaderValues | Promise<HeaderValues>) | undefined;
  /** Whether browsers send cookies. Not set by default. */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined;
  /** How long one try may take until its answer is read: 60,000 by default, an hour for an import. 0: no bound. */
  readonly timeoutMs?: number | undefined;
  /**
   * How long all tries of a call and the pauses between them may take: 300,000 by default, two hours for an import.
   * 0: no bound.
   */
  readonly deadlineMs?: number | undefined;
  /** How often a call is tried again: 2 by default. */
  readonly maxRetries?: number | undefined;
}

export interface RequestOptions {
  /** Ends the call: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly deadlineMs?: number | undefined;
  readonly maxRetries?: number | undefined;
  readonly headers?: HeaderValues | undefined;
}

/** Of a POST. */
export interface CreateOptions extends RequestOptions {
  /**
   * Makes the call safe to repeat for 24 hours, also from another process. By default each call has a key of its own,
   * which its tries share.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Of a change to something that exists. */
export interface ChangeOptions extends RequestOptions {
  /**
   * The entity tag that was read: when another one is current, nothing is changed and the call fails with 412. A change
   * of an object that was read takes it from there. Null: change whatever is current.
   */
  readonly ifMatch?: string | null | undefined;
}
