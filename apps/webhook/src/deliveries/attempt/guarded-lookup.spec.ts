import type { LookupAddress } from 'node:dns';
import { guardedLookup, type Resolve, sharing } from './guarded-lookup.js';

const policy = { allowLoopback: false };
const found = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const resolving =
  (addresses: LookupAddress[], error: NodeJS.ErrnoException | null = null): Resolve =>
  (_host, _options, callback) =>
    callback(error, addresses);

const look = (resolve: Resolve, all: boolean): Promise<unknown> =>
  new Promise((done) => {
    guardedLookup(resolve, 'https:', policy)('example.com', { all }, (error, addresses) => done(error ?? addresses));
  });

describe('a guarded look-up', () => {
  it('gives all addresses that are allowed, or the first when one is asked for', async () => {
    const resolve = resolving(found('93.184.216.34', '2606:4700::1111'));
    expect(await look(resolve, true)).toEqual(found('93.184.216.34', '2606:4700::1111'));
    expect(await look(resolve, false)).toBe('93.184.216.34');
  });

  it.each([[found('10.0.0.1')], [found('93.184.216.34', '127.0.0.1')], [found('::ffff:93.184.216.34')], [[]]])(
    'blocks %j',
    async (addresses) => {
      expect(await look(resolving(addresses), true)).toMatchObject({ code: 'ADDRESS_BLOCKED' });
    },
  );

  it('hands on what went wrong', async () => {
    expect(await look(resolving([], Object.assign(new Error('no'), { code: 'ENOTFOUND' })), true)).toMatchObject({
      code: 'ENOTFOUND',
    });
  });
});

describe('look-ups of one name', () => {
  it('at the same time share one answer; later ones ask again', () => {
    const asked: string[] = [];
    const pending: (() => void)[] = [];
    const answers: unknown[] = [];
    const resolve = sharing((host, _options, callback) => {
      asked.push(host);
      pending.push(() => callback(null, found('93.184.216.34')));
    });
    const ask = (host: string): void => resolve(host, { all: true }, (_error, addresses) => answers.push(addresses));
    ask('a.test');
    ask('a.test');
    ask('b.test');
    expect(asked).toEqual(['a.test', 'b.test']);
    pending.splice(0).forEach((answer) => answer());
    expect(answers).toHaveLength(3);
    ask('a.test');
    expect(asked).toEqual(['a.test', 'b.test', 'a.test']);
  });
});
