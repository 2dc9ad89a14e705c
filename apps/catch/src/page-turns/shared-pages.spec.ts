import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PageTurns } from './page-turns.js';
import { SharedPages } from './shared-pages.js';

const EMPTY = { data: [], page: 1, per_page: 25, has_more: false, next_cursor: null };

/** The client's side of an answer. */
const replyTo = () => {
  const raw = Object.assign(new EventEmitter(), { closed: false, writableFinished: false });
  const headers = new Map<string, string>();
  const reply = {
    raw,
    type: (value: string) => reply.header('content-type', value),
    header: (name: string, value: string) => {
      headers.set(name, value);
      return reply;
    },
  };
  const close = (isAnswered: boolean): void => {
    Object.assign(raw, { closed: true, writableFinished: isAnswered });
    raw.emit('close');
  };
  return { reply: reply as unknown as FastifyReply, headers, close };
};

let pages: SharedPages;
let loads: {
  readonly url: string;
  readonly ending: AbortSignal;
  readonly finish: (rows?: readonly string[]) => void;
}[];
beforeEach(() => {
  // One page of an account at once.
  pages = new SharedPages(new PageTurns({ maxAtOnce: 1 }));
  loads = [];
});

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

const request = (url: string, accountId = 'a') => {
  const to = replyTo();
  const load = (ending: AbortSignal) =>
    new Promise<object>((resolve, reject) => {
      loads.push({ url, ending, finish: (data = []) => resolve({ ...EMPTY, data }) });
      ending.addEventListener('abort', () => reject(new Error('nobody waits')));
    }) as Promise<typeof EMPTY>;
  const body = pages.answer(accountId, { url } as FastifyRequest, to.reply, load);
  body.catch(() => undefined);
  return { ...to, body };
};
const textOf = async ({ body }: ReturnType<typeof request>): Promise<unknown> => JSON.parse(String(await body));

describe('equal requests of an account', () => {
  it('share pages, whose turn they take together', async () => {
    const first = request('/list');
    await settled();
    const others = Array.from({ length: 20 }, () => request('/list'));
    await settled();
    expect(loads).toHaveLength(1);
    loads[0]?.finish(['old']);
    expect(await textOf(first)).toMatchObject({ data: ['old'] });
    first.close(true);
    await settled();
    expect(loads).toHaveLength(2);
    loads[1]?.finish(['new']);
    for (const one of others) {
      expect(await textOf(one)).toMatchObject({ data: ['new'] });
      expect(one.headers.get('link')).toContain('rel="first"');
    }
    expect(await others[0]?.body).toBe(await others[19]?.body);
  });

  it('hold a turn until the last of them is answered', async () => {
    const equal = [request('/list'), request('/list')];
    const other = request('/other');
    await settled();
    loads[0]?.finish();
    await Promise.all(equal.map(({ body }) => body));
    equal[0]?.close(true);
    await settled();
    expect(loads.map(({ url }) => url)).toEqual(['/list']);
    equal[1]?.close(false);
    await settled();
    expect(loads.map(({ url }) => url)).toEqual(['/list', '/other']);
    loads[1]?.finish();
    await other.body;
  });

  it('join a page that waits for its turn', async () => {
    const first = request('/list');
    await settled();
    const equal = [request('/other')];
    await settled();
    equal.push(request('/other'));
    loads[0]?.finish();
    await first.body;
    first.close(true);
    await settled();
    expect(loads.map(({ url }) => url)).toEqual(['/list', '/other']);
    loads[1]?.finish(['row']);
    for (const one of equal) expect(await textOf(one)).toMatchObject({ data: ['row'] });
  });

  it('fail together when too many pages wait for a turn', async () => {
    pages = new SharedPages(new PageTurns({ maxAtOnce: 1, maxWaiting: 0 }));
    request('/list');
    await settled();
    const refused = [request('/other'), request('/other')];
    for (const { body } of refused) await expect(body).rejects.toMatchObject({ code: 'limit.heavy_reads' });
    loads[0]?.finish();
  });

  it('give their turn back when all of their clients have gone', async () => {
    const gone = [request('/list'), request('/list')];
    await settled();
    for (const { close } of gone) close(false);
    await expect(gone[0]?.body).rejects.toThrow('nobody waits');
    request('/other');
    await settled();
    expect(loads.map(({ url, ending }) => [url, ending.aborted])).toEqual([
      ['/list', true],
      ['/other', false],
    ]);
  });
});

it('requests of different accounts share nothing', async () => {
  request('/list', 'a');
  request('/list', 'b');
  await settled();
  expect(loads).toHaveLength(2);
});
