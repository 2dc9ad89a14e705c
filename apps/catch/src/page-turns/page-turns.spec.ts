import { PageTurns } from './page-turns.js';

let rests: number[];
let rested: () => void;
let turns: PageTurns;
beforeEach(() => {
  rests = [];
  const over = new Promise<void>((resolve) => (rested = resolve));
  turns = new PageTurns({ maxAtOnce: 2, maxWaiting: 1 }, (ms) => {
    rests.push(ms);
    return over;
  });
});

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Something that waits for its turn; `answer` is the end of what it began. */
const waiting = (begin: (answered: Promise<void>) => Promise<void>) => {
  let answer: () => void = () => undefined;
  const seen = { hasBegun: false, answer: () => answer() };
  const begun = begin(new Promise<void>((resolve) => (answer = resolve))).then(() => void (seen.hasBegun = true));
  begun.catch(() => undefined);
  return Object.assign(seen, { begun });
};
const reading = (account: string) => waiting((answered) => turns.read(account, answered));
const sending = (account: string, ...texts: string[]) =>
  waiting((answered) => turns.send(account, { data: texts.map((notes) => ({ notes, metadata: null })) }, answered));

describe('the pages of an account', () => {
  it('are read so many at once, and hold up nobody else', async () => {
    const [first, , third, other] = [reading('a'), reading('a'), reading('a'), reading('b')];
    await settled();
    expect([first.hasBegun, third.hasBegun, other.hasBegun]).toEqual([true, false, true]);
    await expect(reading('a').begun).rejects.toMatchObject({ code: 'limit.heavy_reads' });
    first.answer();
    await third.begun;
  });

  it('are sent at once while they are small', async () => {
    await Promise.all(Array.from({ length: 10 }, () => sending('a', 'x'.repeat(1_000), 'y').begun));
    expect(rests).toEqual([]);
  });

  it('are sent one after the other when they are large, each after as long as the one before is worth', async () => {
    const half = 'x'.repeat(4_194_304);
    const [first, second, other] = [sending('a', half, half), sending('a', half, half), sending('b', half)];
    await settled();
    expect([first.hasBegun, second.hasBegun, other.hasBegun]).toEqual([true, false, true]);
    await expect(sending('a', half).begun).rejects.toMatchObject({ code: 'limit.heavy_reads' });
    first.answer();
    await settled();
    expect([rests, second.hasBegun]).toEqual([[2_000], false]);
    rested();
    await second.begun;
  });
});
