import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isKind } from '@cds/errors';
// @ts-expect-error It has no types.
import S3rverServer from 's3rver';
import { DiskStorage } from '../src/disk-storage.js';
import type { ObjectStorage } from '../src/object-storage.js';
import { S3Storage } from '../src/s3-storage.js';

interface S3Server {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}
const S3rver = S3rverServer as new (options: object) => S3Server;

let folder: string;
let s3: S3Server;
const storages: Record<'disk' | 'S3', ObjectStorage | undefined> = { disk: undefined, S3: undefined };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'));
  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'files', configs: [] }],
  });
  const { port } = await s3.run();
  process.env['AWS_ACCESS_KEY_ID'] = process.env['AWS_SECRET_ACCESS_KEY'] = 'S3RVER';
  storages.disk = new DiskStorage(join(folder, 'disk'));
  storages.S3 = new S3Storage({
    bucket: 'files',
    prefix: 'cds/',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
  });
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

const contentOf = async (stream: Readable | null): Promise<Buffer | null> => stream && (await buffer(stream));

describe.each(['disk', 'S3'] as const)('files on %s', (kind) => {
  const storage = (): ObjectStorage => {
    const chosen = storages[kind];
    if (!chosen) throw new Error('not started');
    return chosen;
  };

  it('are read as they were written, whole and in part', async () => {
    expect(await storage().write('a/one.txt', Buffer.from('0123456789'))).toBe(10);
    expect(String(await contentOf(await storage().read('a/one.txt')))).toBe('0123456789');
    expect(String(await contentOf(await storage().read('a/one.txt', { start: 3, end: 5 })))).toBe('345');
    const found = await storage().find('a/one.txt');
    expect(found).toMatchObject({ key: 'a/one.txt', sizeBytes: 10 });
    expect(Date.now() - Number(found?.modifiedAt)).toBeLessThan(60_000);
  });

  it('of any size are streamed', async () => {
    const chunk = randomBytes(1_048_576);
    const content = Array.from({ length: 20 }, () => chunk);
    expect(await storage().write('big', Readable.from(content))).toBe(20 * chunk.length);
    const hash = (all: Buffer) => createHash('sha256').update(all).digest('hex');
    const read = await contentOf(await storage().read('big'));
    expect(hash(read ?? Buffer.alloc(0))).toBe(hash(Buffer.concat(content)));
  });

  it('may be empty', async () => {
    expect(await storage().write('empty', Readable.from([]))).toBe(0);
    expect((await contentOf(await storage().read('empty')))?.length).toBe(0);
  });

  it('are replaced', async () => {
    await storage().write('again', Buffer.from('one'));
    await storage().write('again', Buffer.from('two'));
    expect(String(await contentOf(await storage().read('again')))).toBe('two');
  });

  it('that are not there are null', async () => {
    expect(await storage().read('nothing')).toBeNull();
    expect(await storage().find('nothing')).toBeNull();
  });

  it('are removed, and need not be there for it', async () => {
    await storage().write('gone', Buffer.from('x'));
    await storage().remove(['gone', 'never-there']);
    expect(await storage().find('gone')).toBeNull();
  });

  it('are listed by folder', async () => {
    for (const key of ['list/a/1', 'list/a/2', 'list/b/1']) await storage().write(key, Buffer.from('xy'));
    const keys: string[] = [];
    for await (const { key, sizeBytes } of storage().list('list/a/')) keys.push(`${key} ${sizeBytes}`);
    expect(keys.sort()).toEqual(['list/a/1 2', 'list/a/2 2']);
    for await (const one of storage().list('list/c/')) throw new Error(`unexpected ${one.key}`);
  });

  it('are there whole or not at all when their source breaks', async () => {
    const broken = Readable.from(
      (function* () {
        yield randomBytes(100_000);
        throw new Error('the sender hung up');
      })(),
    );
    await expect(storage().write('broken', broken)).rejects.toThrow('the sender hung up');
    expect(await storage().find('broken')).toBeNull();
  });

  it.each(['', '../x', 'a/../b', '/etc/passwd', 'A', 'a b', 'x\0'])('have no key like %j', async (key) => {
    await expect(storage().read(key)).rejects.toThrow('is no storage key');
  });
});

describe('a storage that is away', () => {
  it('is unavailable: a disk', async () => {
    await writeFile(join(folder, 'a-file'), '');
    const failure = await new DiskStorage(join(folder, 'a-file'))
      .write('x', Buffer.from('x'))
      .catch((error: unknown) => error);
    expect(isKind(failure, 'unavailable')).toBe(true);
  });

  it('is unavailable: S3', async () => {
    const away = new S3Storage({ bucket: 'files', prefix: '', region: 'us-east-1', endpoint: 'http://127.0.0.1:1' });
    const failure = await away.find('x').catch((error: unknown) => error);
    expect(isKind(failure, 'unavailable')).toBe(true);
  });
});

describe('a storage that goes silent', () => {
  const TIMEOUTS = { connectionMs: 200, requestMs: 200 };
  const silent = async (onConnection: (socket: Socket) => void): Promise<{ storage: S3Storage; stop: () => void }> => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      onConnection(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const location = { bucket: 'files', prefix: '', region: 'us-east-1', endpoint: `http://127.0.0.1:${port}` };
    const stop = (): void => {
      for (const socket of sockets) socket.destroy();
      server.close();
    };
    return { storage: new S3Storage(location, TIMEOUTS), stop };
  };

  it.each<[string, (storage: S3Storage) => Promise<unknown>]>([
    ['find', (storage) => storage.find('x')],
    ['read', (storage) => storage.read('x')],
    ['write', (storage) => storage.write('x', Buffer.from('x'))],
    ['remove', (storage) => storage.remove(['x'])],
  ])('before its answer is unavailable to %s', async (_call, use) => {
    const { storage, stop } = await silent((socket) => void socket.resume());
    const failure = await use(storage).catch((error: unknown) => error);
    stop();
    expect(isKind(failure, 'unavailable')).toBe(true);
  });

  it('in the middle of a file is unavailable to who reads it', async () => {
    const { storage, stop } = await silent(
      (socket) => void socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf')),
    );
    const failure = await storage
      .read('x')
      .then(contentOf)
      .catch((error: unknown) => error);
    stop();
    expect(isKind(failure, 'unavailable')).toBe(true);
  });
});

describe('a file of which nobody reads the rest', () => {
  it('may break off', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const content = await new S3Storage({
      bucket: 'files',
      prefix: '',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
    }).read('x');
    // An error that nobody hears would be an uncaught exception here.
    await new Promise((resolve) => content?.once('close', resolve));
    expect(isKind(content?.errored, 'unavailable')).toBe(true);
    server.close();
  });
});

describe('what a killed process left half-written', () => {
  it('is swept after two hours, and not before', async () => {
    const disk = new DiskStorage(join(folder, 'disk'));
    const partial = join(folder, 'disk', '.partial');
    await disk.write('x', Buffer.from('x'));
    await writeFile(join(partial, 'old'), 'half');
    await writeFile(join(partial, 'new'), 'half');
    const now = Date.now();
    await utimes(join(partial, 'old'), new Date(now - 7_201_000), new Date(now - 7_201_000));
    await utimes(join(partial, 'new'), new Date(now - 7_199_000), new Date(now - 7_199_000));
    await disk.sweep(new Date(now));
    expect(await readdir(partial)).toEqual(['new']);
  });
});
