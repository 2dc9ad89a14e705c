import { jest } from '@jest/globals';
import { failureOf, json, problem, scripted } from '../../test/scripted.js';
import type { Progress } from '../index.js';

const CSV = 'species,weight_lbs\nwalleye,4\n';

beforeEach(() => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('an upload', () => {
  const taken = async ({ body }: { body: unknown }) =>
    json(202, { id: 'imp_1', text: await new Response(body as string).text() });

  it('tells how much has gone, of how much', async () => {
    const progress: Progress[] = [];
    const { client, sent } = scripted(taken);
    const file = new Blob([CSV], { type: 'text/csv' });
    const job = await client().catches.import(file, { onProgress: (one) => progress.push(one) });
    expect(job).toMatchObject({ text: CSV });
    expect(progress.at(-1)).toEqual({ bytes: CSV.length, total: CSV.length });
    expect(sent[0]?.headers.get('content-type')).toBe('text/csv');
  });

  it('of a form keeps its boundary', async () => {
    const { client, sent } = scripted(taken);
    let bytes = 0;
    const onProgress = (one: Progress): void => void (bytes = one.bytes);
    await client().catches.uploadPhoto('catch_1', new Blob(['x']), { onProgress });
    expect(sent[0]?.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
    expect(bytes).toBeGreaterThan(1);
  });

  it('says what its file is', async () => {
    const { client, sent } = scripted(taken, taken, taken);
    const { catches } = client();
    await catches.import('{}\n');
    await catches.import(CSV, { format: 'text/csv' });
    await catches.import(new Uint8Array([31, 139]), { gzip: true });
    const types = sent.map(({ headers }) => [headers.get('content-type'), headers.get('content-encoding')]);
    expect(types).toEqual([
      ['application/x-ndjson', null],
      ['text/csv', null],
      ['application/x-ndjson', 'gzip'],
    ]);
  });
});

describe('an import', () => {
  const FILE = new Blob([CSV], { type: 'text/csv' });
  /** Takes a minute and a half to take the file. */
  const slowly = ({ signal }: { signal?: AbortSignal | null | undefined }) =>
    new Promise<Response>((resolve, reject) => {
      setTimeout(() => resolve(json(202, { id: 'imp_1' })), 90_000);
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('may take as long as the service gives a large file', async () => {
    const { client, sent } = scripted(slowly);
    const work = client().catches.import(FILE);
    await jest.advanceTimersByTimeAsync(90_000);
    expect(await work).toEqual({ id: 'imp_1' });
    expect(sent).toHaveLength(1);
  });

  it('takes no longer than the client or the call may', async () => {
    for (const [options, ofCall] of [
      [{ timeoutMs: 1_000, maxRetries: 0 }, {}],
      [{ maxRetries: 0 }, { timeoutMs: 1_000 }],
    ]) {
      const { client } = scripted(slowly);
      const failure = failureOf(client(options).catches.import(FILE, ofCall));
      await jest.advanceTimersByTimeAsync(1_000);
      expect(await failure).toMatchObject({ code: 'sdk.timeout' });
    }
  });
});

describe('a download', () => {
  const TEXT = 'abcdefghij';
  /** Sends this much, then breaks. */
  const broken = (text: string, status = 200) =>
    new Response(
      new ReadableStream(
        {
          start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
          pull: (controller) => controller.error(new TypeError('terminated')),
        },
        { highWaterMark: 0 },
      ),
      { status, headers: { etag: '"f1"', 'content-type': 'text/csv' } },
    );
  const rest = (text: string, status: number, etag = '"f1"') => new Response(text, { status, headers: { etag } });

  it('goes on where it broke, and tells how far it is', async () => {
    const progress: Progress[] = [];
    const { client, sent } = scripted(broken('abc'), broken('de', 206), rest('fghij', 206));
    const file = await client().exports.download(
      { id: 'exp_1', size_bytes: 10 },
      { onProgress: (one) => progress.push(one) },
    );
    expect({ type: file.contentType, size: file.size, text: await file.text() }).toEqual({
      type: 'text/csv',
      size: 10,
      text: TEXT,
    });
    expect(sent.map(({ headers }) => [headers.get('range'), headers.get('if-range')])).toEqual([
      [null, null],
      ['bytes=3-', '"f1"'],
      ['bytes=5-', '"f1"'],
    ]);
    expect(progress.map(({ bytes }) => bytes)).toEqual([3, 5, 10]);
  });

  it('goes on when the service is away for a while', async () => {
    const away = new TypeError('fetch failed');
    const { client, sent } = scripted(
      broken('abc'),
      ...[away, away, away],
      ...[problem(503, 'service.unavailable'), problem(503, 'service.unavailable')],
      rest('defghij', 206),
    );
    expect(await (await client().exports.download('exp_1')).text()).toBe(TEXT);
    expect(sent.at(-1)?.headers.get('range')).toBe('bytes=3-');
  });

  it('fails when the service stays away', async () => {
    const { client, sent } = scripted(
      broken('abc'),
      ...Array.from({ length: 30 }, () => new TypeError('fetch failed')),
    );
    const file = await client({ maxRetries: 0 }).exports.download('exp_1');
    expect(await failureOf(file.text())).toMatchObject({ code: 'sdk.connection' });
    expect(sent).toHaveLength(6);
  });

  it('skips what it has when it is sent the whole file again', async () => {
    const { client } = scripted(broken('abc'), rest(TEXT, 200));
    expect(await (await client().exports.download('exp_1')).text()).toBe(TEXT);
  });

  it('fails when the file is another one now', async () => {
    const { client } = scripted(broken('abc'), rest(TEXT, 200, '"f2"'));
    const file = await client().exports.download('exp_1');
    expect(await failureOf(file.text())).toMatchObject({ code: 'sdk.unexpected_answer' });
  });

  it('fails as the service says', async () => {
    const { client } = scripted(problem(404, 'export.not_found'));
    expect(await failureOf(client().exports.download('exp_1'))).toMatchObject({ code: 'export.not_found' });
  });
});
