import { readdir } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { identityHeaders } from '@cds/testing/identity';
import { eventually } from '@cds/testing';
import { CatchHarness, owner, reviewer } from './catch.harness.js';

const ROW = '{"species":"walleye","weight_lbs":1}\n';
const MIB = 1_048_576;

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start({
    env: { IMPORT_MAX_BYTES: String(40 * MIB), IMPORT_KEPT_BYTES: String(100 * MIB) },
  });
});
afterAll(() => catches.stop());

const begun: ClientRequest[] = [];
/** All that were begun. */
const breakOff = async (): Promise<void> => {
  for (const request of begun.splice(0)) request.destroy();
  await eventually(async () => expect(await catches.count("imports WHERE status = 'uploading'")).toBe(0));
};
afterEach(breakOff);

interface Refusal {
  readonly status: number;
  readonly code: string;
}

/** Sends the beginning of a file; resolves to its refusal, or to undefined once the service waits for the rest. */
const begin = async (headers: Record<string, string> = {}, caller = owner): Promise<Refusal | undefined> => {
  const uploads = await catches.count("imports WHERE status = 'uploading'");
  const request = httpRequest(`${catches.url}/v1/catches/import`, {
    method: 'POST',
    headers: { ...identityHeaders('catch', caller), 'content-type': 'application/x-ndjson', ...headers },
    agent: false,
  });
  begun.push(request);
  let answered: Promise<Refusal> | undefined;
  request.on('error', () => undefined);
  request.on('response', (response) => void (answered = refusalOf(response)));
  request.write(headers['content-encoding'] ? gzipSync(ROW).subarray(0, 10) : ROW);
  return eventually(async () => {
    if (answered) return answered;
    if ((await catches.count("imports WHERE status = 'uploading'")) > uploads) return undefined;
    throw new Error('the upload has not begun');
  });
};

const refusalOf = async (response: IncomingMessage): Promise<Refusal> => {
  let text = '';
  for await (const piece of response) text += String(piece);
  return { status: response.statusCode ?? 0, code: (JSON.parse(text) as { code: string }).code };
};

const USED_UP = { status: 422, code: 'storage.limit' };

describe('files that come in at the same time', () => {
  it('are refused unread when they may become more than the account may keep', async () => {
    expect([await begin(), await begin()]).toEqual([undefined, undefined]);
    expect(await begin()).toEqual(USED_UP);
    expect(await begin({ 'content-length': String(21 * MIB) })).toEqual(USED_UP);
    expect(await begin({}, reviewer)).toBeUndefined();
  });

  it('hold as much room as they say they are long, or can unpack to', async () => {
    for (let each = 0; each < 8; each += 1) expect(await begin({ 'content-length': '1000' })).toBeUndefined();
    expect(await begin()).toBeUndefined();
    const packed = { 'content-encoding': 'gzip' };
    for (let each = 0; each < 5; each += 1)
      expect(await begin({ ...packed, 'content-length': '1000' })).toBeUndefined();
    expect(await begin({ ...packed, 'content-length': '1000' })).toEqual(USED_UP);
  });

  it('make room when they break off', async () => {
    expect([await begin(), await begin(), await begin()]).toEqual([undefined, undefined, USED_UP]);
    await breakOff();
    expect(await begin()).toBeUndefined();
  });

  it('are twenty at most, also when they begin at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => begin({ 'content-length': '1000' }).catch(() => undefined)),
    );
    await eventually(async () => expect(await catches.count("imports WHERE status = 'uploading'")).toBe(20));
    expect(answers.filter((one) => one?.code === 'import.limit').length).toBeLessThanOrEqual(5);
  });
});

describe('while as many imports wait as may', () => {
  const KEY = { 'idempotency-key': 'the-last' };
  let last: { id: string };
  beforeAll(async () => {
    // A running one, so that the others wait.
    await catches.pool.query(RUNNING, [owner.accountId]);
    for (let each = 0; each < 4; each += 1) expect((await catches.imported(ROW)).status).toBe(202);
    last = (await catches.imported(ROW, KEY)).body;
  });

  it('a further file is refused unread', async () => {
    expect(await begin()).toEqual({ status: 422, code: 'import.limit' });
  });

  it('a repetition gets its answer all the same, and stores nothing', async () => {
    const stored = () => readdir(join(catches.storage, 'imports'));
    const before = await stored();
    for (const again of [
      await catches.imported(ROW, KEY),
      await catches.imported(gzipSync(ROW), { ...KEY, 'content-encoding': 'gzip' }),
    ]) {
      expect([again.status, again.body.id]).toEqual([202, last.id]);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
    }
    expect(await catches.imported(ROW + ROW, KEY)).toMatchObject({ body: { code: 'idempotency.key_reused' } });
    expect(await stored()).toEqual(before);
  });
});

const RUNNING = `
INSERT INTO imports (id, account_id, account_name, credential_id, request_id, status, format, size_bytes, position,
  lines, accepted, duplicates, rejected, attempts, lease, leased_until, turn_at, has_file, created_at)
VALUES ('imp_elsewhere', $1, 'Owner', 'key_1', 'r', 'running', 'ndjson', 1, 0, 0, 0, 0, 0, 0, 'elsewhere',
  now() + interval '1 hour', now(), false, now())`;
