import { createSocket, type Socket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { promises } from 'node:dns';
import { once } from 'node:events';
import type { Resolve } from './guarded-lookup.js';
import { nameLookup } from './name-lookup.js';

const failed = (code: string): Promise<never> => Promise.reject(Object.assign(new Error(code), { code }));

const look = (resolve: Resolve, host: string): Promise<LookupAddress[] | string | undefined> =>
  new Promise((done) => resolve(host, { all: true }, (error, addresses) => done(error ? error.code : addresses)));

const setUp = (four: () => Promise<string[]>, six: () => Promise<string[]> = () => failed('ENODATA')) => {
  const asked: string[] = [];
  let time = 1;
  const answer = (question: () => Promise<string[]>) => (host: string) => {
    asked.push(host);
    return question();
  };
  const resolver = { resolve4: answer(four), resolve6: answer(six) } as unknown as promises.Resolver;
  const resolve = nameLookup({ resolver, now: () => time });
  return { resolve, asked, pass: (ms: number) => (time += ms) };
};

describe('a look-up of a name', () => {
  it('finds addresses of both families', async () => {
    const { resolve } = setUp(
      () => Promise.resolve(['93.184.216.34']),
      () => Promise.resolve(['2606:4700::1111']),
    );
    expect(await look(resolve, 'example.com')).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
  });

  it('needs only one family to answer', async () => {
    const { resolve } = setUp(
      () => Promise.resolve(['93.184.216.34']),
      () => failed('ETIMEOUT'),
    );
    expect(await look(resolve, 'example.com')).toEqual([{ address: '93.184.216.34', family: 4 }]);
  });

  it.each([
    ['ENOTFOUND', 'ENOTFOUND', 'ENODATA'],
    ['EAI_AGAIN', 'ETIMEOUT', 'ENODATA'],
    ['EAI_AGAIN', 'ECONNREFUSED', 'ECONNREFUSED'],
  ])('fails with %s after %s and %s', async (code, four, six) => {
    const { resolve } = setUp(
      () => failed(four),
      () => failed(six),
    );
    expect(await look(resolve, 'example.com')).toBe(code);
  });

  it('is kept for half a minute, a failure for ten seconds', async () => {
    const good = setUp(() => Promise.resolve(['93.184.216.34']));
    const bad = setUp(() => failed('ENOTFOUND'));
    for (const { resolve, asked, pass } of [good, bad]) {
      await look(resolve, 'example.com');
      pass(9_000);
      await look(resolve, 'example.com');
      expect(asked).toHaveLength(2);
      pass(2_000);
      await look(resolve, 'example.com');
    }
    expect([good.asked.length, bad.asked.length]).toEqual([2, 4]);
    good.pass(20_000);
    await look(good.resolve, 'example.com');
    expect(good.asked).toHaveLength(4);
  });

  it('asks the operating system for names without a dot', async () => {
    const { resolve, asked } = setUp(() => failed('ENOTFOUND'));
    expect(await look(resolve, 'localhost')).toContainEqual({ address: '127.0.0.1', family: 4 });
    expect(asked).toEqual([]);
  });
});

describe('a name server that never answers', () => {
  let silent: Socket;
  beforeEach(async () => {
    silent = createSocket('udp4').bind(0, '127.0.0.1');
    await once(silent, 'listening');
  });
  afterEach(() => silent.close());

  it('delays nobody who asks for another name', async () => {
    const resolver = new promises.Resolver({ timeout: 500, tries: 1 });
    resolver.setServers([`127.0.0.1:${silent.address().port}`]);
    const resolve = nameLookup({ resolver });
    const ended: string[] = [];
    const names = Array.from({ length: 50 }, (_, index) => `a${index}.slow.example`);
    const slow = names.map(async (name) => {
      expect(await look(resolve, name)).toBe('EAI_AGAIN');
      ended.push(name);
    });
    await look(resolve, 'localhost');
    expect(ended).toEqual([]);
    await Promise.all(slow);
  });
});
