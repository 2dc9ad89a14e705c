import { testCaller } from '@cds/testing/identity';
import { OWNER } from './catch.builders.js';
import { CatchHarness, owner } from './catch.harness.js';

let catches: CatchHarness;
beforeAll(async () => {
  catches = await CatchHarness.start();
});
afterAll(() => catches.stop());

const LIST = '/v1/catches?per_page=5';
const AT_ONCE = 20;
const stranger = testCaller({ ...owner, accountId: `${OWNER.slice(0, -1)}7` });
const location = { name: 'Dock 7', latitude: 45.123456, longitude: -93.654321 };
const walleye = (weightLbs: number) => ({ species: 'walleye', weight_lbs: weightLbs, location });

const list = (caller = owner, path = LIST) => catches.call('GET', path, undefined, caller);
const times = <T>(count: number, begin: () => Promise<T>): Promise<T>[] => Array.from({ length: count }, begin);

describe('equal lists at the same time', () => {
  it('are answered alike to one account, and to every other as it may see them', async () => {
    await catches.call('POST', '/v1/catches', walleye(2));
    const [own, others] = await Promise.all([
      Promise.all(times(AT_ONCE, () => list())),
      Promise.all(times(AT_ONCE, () => list(stranger))),
    ]);
    const alone = [await list(), await list(stranger)];
    for (const [answers, expected] of [
      [own, alone[0]],
      [others, alone[1]],
    ] as const)
      for (const answer of answers) {
        expect([answer.status, answer.body]).toEqual([200, expected?.body]);
        for (const header of ['etag', 'link', 'content-type'])
          expect(answer.headers.get(header)).toBe(expected?.headers.get(header));
      }
    expect(alone[0]?.body).toMatchObject({ data: [{ location: { ...location, obscured: false } }] });
    expect(alone[1]?.body).toMatchObject({
      data: [{ location: { name: null, latitude: 45.1, longitude: -93.7, obscured: true } }],
    });
  });

  it('show every write that was answered before they were asked for', async () => {
    for (let weight = 3; weight < 8; weight += 1) {
      const before = times(AT_ONCE, () => list());
      await catches.call('POST', '/v1/catches', walleye(weight));
      const after = await Promise.all(times(AT_ONCE, () => list()));
      for (const { body } of after) expect(body).toMatchObject({ data: { 0: { weight_lbs: weight } } });
      await Promise.all(before);
    }
  });

  it('differ where their addresses do', async () => {
    const [short, long] = await Promise.all([list(owner, '/v1/catches?per_page=1'), list(owner, LIST)]);
    expect(short.body).toMatchObject({ per_page: 1 });
    expect(long.body).toMatchObject({ per_page: 5 });
  });
});
