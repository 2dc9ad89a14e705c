import { CatchData } from '../src/index.js';
import type { ClientOptions } from '../src/index.js';

export interface Sent {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly signal: AbortSignal | null | undefined;
}
export type Step = Response | Error | ((sent: Sent) => Response | Promise<Response>);

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** A refusal as the service writes it, that asks to wait for no time. */
export const problem = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  json(
    status,
    {
      type: `https://api.example/problems/${code}`,
      title: 'It failed',
      status,
      detail: `It failed.`,
      code,
      request_id: 'req_1',
    },
    { 'retry-after': '0', ...headers },
  );

/** A service that answers as told, one step a request, and keeps what it was sent. */
export const scripted = (...steps: readonly Step[]) => {
  const sent: Sent[] = [];
  const fetch: NonNullable<ClientOptions['fetch']> = async (url, init) => {
    const { pathname, search } = new URL(url);
    const { body = null, method = 'GET', signal } = init;
    const request = { method, path: pathname + search, headers: new Headers(init.headers), body, signal };
    const step = steps[sent.push(request) - 1];
    if (step === undefined) throw new Error(`no answer is left for ${method} ${request.path}`);
    if (step instanceof Error) throw step;
    return typeof step === 'function' ? step(request) : step;
  };
  const client = (options: ClientOptions = {}): CatchData =>
    new CatchData({ baseUrl: 'https://api.example', apiKey: 'cds_live_test', fetch, ...options });
  return { client, sent, fetch };
};

/** What a promise failed with; fails itself when it did not. */
export const failureOf = async (work: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
};
