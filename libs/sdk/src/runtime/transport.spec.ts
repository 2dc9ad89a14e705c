import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { failureOf, json, problem, scripted } from '../../test/scripted.js';
import { CatchData, CatchDataError, isCatchDataError, responseOf } from '../index.js';

/** A real server for one test, as streams and their ends are the runtime's. */
const served = async (listener: RequestListener, test: (cds: CatchData) => Promise<void>): Promise<void> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await test(new CatchData({ baseUrl, maxRetries: 0 }));
  } finally {
    server.close();
    server.closeAllConnections();
  }
};

/** Sends a head and half a body, and nothing more. */
const halfAnAnswer: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"id":');
};

describe('an answer that does not end', () => {
  it('fails in time', () =>
    served(halfAnAnswer, async (cds) => {
      expect(await failureOf(cds.me.get({ timeoutMs: 50 }))).toMatchObject({ code: 'sdk.timeout', retryable: true });
    }));

  it('fails at the deadline of the call, whatever a try may take', () =>
    served(halfAnAnswer, async (cds) => {
      expect(await failureOf(cds.me.get({ timeoutMs: 0, deadlineMs: 50 }))).toMatchObject({ code: 'sdk.timeout' });
    }));

  it('is left when its caller aborts, with the caller’s reason', () =>
    served(halfAnAnswer, async (cds) => {
      const controller = new AbortController();
      const reason = new Error('enough');
      const work = failureOf(cds.me.get({ signal: controller.signal }));
      controller.abort(reason);
      expect(await work).toBe(reason);
    }));

  it('fails when the connection breaks', () =>
    served(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
        response.write('{"id":', () => response.destroy());
      },
      async (cds) => {
        expect(await failureOf(cds.me.get())).toMatchObject({ code: 'sdk.connection' });
      },
    ));
});

describe('a signal', () => {
  /** Counts who listens. */
  const counted = (): { signal: AbortSignal; listeners: () => number } => {
    const { signal } = new AbortController();
    let count = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      count += 1;
      addEventListener.apply(signal, args);
    };
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      count -= 1;
      removeEventListener.apply(signal, args);
    };
    return { signal, listeners: () => count };
  };

  it('has no listener left after a success, a failure, and tries between them', async () => {
    const { signal, listeners } = counted();
    const { client } = scripted(json(200, {}), problem(404, 'catch.not_found'), problem(503, 'x.y'), json(200, {}));
    const cds = client();
    await cds.me.get({ signal });
    await failureOf(cds.catches.get('catch_1', {}, { signal }));
    await cds.me.get({ signal });
    expect(listeners()).toBe(0);
  });

  it('that was aborted before sends nothing', async () => {
    const { client, sent } = scripted();
    expect(await failureOf(client().me.get({ signal: AbortSignal.abort('no') }))).toBe('no');
    expect(sent).toEqual([]);
  });
});

describe('an answer', () => {
  const HEADERS = {
    etag: '"7"',
    'x-request-id': 'req_7',
    'ratelimit-policy': '"default";q=600;w=60',
    ratelimit: '"default";r=599;t=42',
    'idempotency-replayed': 'true',
  };

  it('tells its status, request, tag and rate limit', async () => {
    const me = await scripted(json(200, { scopes: [] }, HEADERS))
      .client()
      .me.get();
    expect(responseOf(me)).toMatchObject({
      status: 200,
      requestId: 'req_7',
      etag: '"7"',
      replayed: true,
      rateLimit: { limit: 600, remaining: 599, resetSeconds: 42 },
    });
    expect(responseOf({ ...me })).toBeUndefined();
  });

  it('that is a page of a proxy is an error that says so', async () => {
    const page = new Response('<html>', { headers: { 'content-type': 'text/html' } });
    expect(await failureOf(scripted(page).client().me.get())).toMatchObject({
      code: 'sdk.unexpected_answer',
      detail: 'The answer is not JSON but text/html: check baseUrl.',
    });
    const refusal = new Response('<html>', { status: 403, statusText: 'Forbidden' });
    expect(await failureOf(scripted(refusal).client().me.get())).toMatchObject({
      code: 'sdk.unexpected_answer',
      status: 403,
      detail: 'The answer was 403 Forbidden.',
    });
  });

  it('that refuses names all that is wrong', async () => {
    const errors = [1, 2, 3, 4, 5, 6].map((n) => ({ pointer: `/f${n}`, code: 'invalid', detail: 'Not that.' }));
    const body = { code: 'request.invalid', detail: 'The request is not valid.', request_id: 'req_1', errors };
    const { client } = scripted(json(400, { ...body, type: 'https://x/problems/request.invalid', more_errors: 3 }));
    const error = await failureOf(client().me.get());
    expect(error).toMatchObject({
      code: 'request.invalid',
      errors,
      moreErrors: 3,
      docUrl: expect.any(String) as string,
    });
    expect((error as Error).message).toBe(
      'The request is not valid. /f1: Not that.; /f2: Not that.; /f3: Not that.; /f4: Not that.; /f5: Not that.; ' +
        'and 4 more (request.invalid, request req_1)',
    );
  });
});

describe('an error', () => {
  it('is recognised when it comes from another copy of the package', () => {
    const other = { code: 'catch.not_found', [Symbol.for('@catch-data/sdk/error')]: true };
    expect(other).toBeInstanceOf(CatchDataError);
    expect(isCatchDataError(other, 'catch.not_found')).toBe(true);
    expect(isCatchDataError(other, 'catch.deleted')).toBe(false);
    expect(isCatchDataError(new Error('catch.not_found'))).toBe(false);
  });
});

describe('headers', () => {
  it('come from credentials, the client, the operation and the call, the last word being the call’s', async () => {
    const { client, sent } = scripted(json(200, {}), json(200, {}));
    let token = 0;
    const cds = client({ headers: () => ({ 'x-csrf-token': `t${++token}`, accept: 'x/y' }) });
    await cds.me.get({ headers: { 'x-request-id': 'mine', 'x-none': undefined } });
    await cds.withOptions({ headers: {} }).me.get();
    expect([...(sent[0]?.headers ?? [])]).toEqual([
      ['accept', 'application/json'],
      ['authorization', 'Bearer cds_live_test'],
      ['x-csrf-token', 't1'],
      ['x-request-id', 'mine'],
    ]);
    expect(sent[1]?.headers.has('x-csrf-token')).toBe(false);
  });

  it('have a token that is asked for before each try, and once more after a 401', async () => {
    const { client, sent } = scripted(
      problem(401, 'auth.invalid'),
      json(200, {}),
      problem(401, 'auth.invalid'),
      problem(401, 'auth.invalid'),
    );
    let calls = 0;
    const cds = client({ apiKey: undefined, token: () => Promise.resolve(`t${++calls}`) } as never);
    await cds.me.get();
    expect(await failureOf(cds.me.get())).toMatchObject({ status: 401 });
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(
      ['t1', 't2', 't3', 't4'].map((t) => `Bearer ${t}`),
    );
  });
});

describe('a client', () => {
  it('needs the address of the service outside browsers', () => {
    expect(() => new CatchData()).toThrow('baseUrl is needed');
  });

  it('takes one kind of credentials', () => {
    expect(() => new CatchData({ baseUrl: 'https://x', apiKey: 'a', token: 'b' })).toThrow('not both');
  });
});
