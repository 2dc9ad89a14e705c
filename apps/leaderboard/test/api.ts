import type { Caller } from '@cds/identity';
import { identityHeaders, testCaller } from '@cds/testing/identity';

export interface ApiAnswer<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly caller?: Partial<Caller>;
}

/** Sends requests to a service as the gateway would, for an account of tests unless another one is given. */
export const apiOf =
  (url: () => string) =>
  async <T = unknown>(method: string, path: string, { body, headers, caller }: Sent = {}): Promise<ApiAnswer<T>> => {
    const answer = await fetch(url() + path, {
      method,
      headers: {
        ...identityHeaders('leaderboard', testCaller(caller)),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: (text === '' ? undefined : JSON.parse(text)) as T };
  };
