import { score } from '../../../test/catch.builders.js';
import type { Score } from '../score.js';
import { type BoardChange, movesOf } from './moves.decision.js';

const known = ({ entries = [], fallbacks = [] }: { entries?: Score[]; fallbacks?: Score[] } = {}) => ({
  entries: new Map(entries.map((one) => [one.anglerId, one])),
  fallbacks: new Map(fallbacks.map((one) => [one.anglerId, one])),
});

const step = (after: Score) => ({ catchId: after.catchId, after });
const gone = (before: Score) => ({ catchId: before.catchId, after: null });
const change = (steps: BoardChange['steps'], before: Score[] = []): BoardChange => ({ before, steps });

describe('a catch that begins to count', () => {
  const five = score('a', 5);

  it('brings its angler onto the board', () => {
    expect(movesOf(change([step(five)]), known())).toEqual([{ anglerId: 'a', from: null, to: five }]);
  });

  it('takes the place of a lesser one', () => {
    const four = score('a', 4);
    expect(movesOf(change([step(five)]), known({ entries: [four] }))).toEqual([
      { anglerId: 'a', from: four, to: five },
    ]);
  });

  it('moves nobody when the angler has a better one', () => {
    expect(movesOf(change([step(five)]), known({ entries: [score('a', 6)] }))).toEqual([]);
  });

  it('moves its angler once for each time that it betters the best', () => {
    const [four, six] = [score('a', 4), score('a', 6)];
    const moves = movesOf(change([step(four), step(six), step(five)]), known());
    expect(moves).toEqual([
      { anglerId: 'a', from: null, to: four },
      { anglerId: 'a', from: four, to: six },
    ]);
  });
});

describe('a catch that no longer counts', () => {
  const six = score('a', 6);

  it('takes its angler off the board when it was the only one', () => {
    expect(movesOf(change([gone(six)], [six]), known({ entries: [six] }))).toEqual([
      { anglerId: 'a', from: six, to: null },
    ]);
  });

  it('lets its angler fall back to the next best', () => {
    const five = score('a', 5);
    const moves = movesOf(change([gone(six)], [six]), known({ entries: [six], fallbacks: [five] }));
    expect(moves).toEqual([{ anglerId: 'a', from: six, to: five }]);
  });

  it('lets its angler fall back to one that came in the same batch', () => {
    const [three, five] = [score('a', 3), score('a', 5)];
    const moves = movesOf(change([step(five), gone(six)], [six]), known({ entries: [six], fallbacks: [three] }));
    expect(moves).toEqual([{ anglerId: 'a', from: six, to: five }]);
  });

  it('moves nobody when it was not the best', () => {
    const five = score('a', 5);
    expect(movesOf(change([gone(five)], [five]), known({ entries: [six] }))).toEqual([]);
  });
});

describe('a catch that becomes another', () => {
  it('keeps its angler where it is still the best', () => {
    const [six, seven] = [score('a', 6, { catchId: 'c' }), score('a', 7, { catchId: 'c' })];
    expect(movesOf(change([step(seven)], [six]), known({ entries: [six] }))).toEqual([
      { anglerId: 'a', from: six, to: seven },
    ]);
  });

  it('gives way to the next best when it shrinks below it', () => {
    const [six, five, four] = [score('a', 6, { catchId: 'c' }), score('a', 5), score('a', 4, { catchId: 'c' })];
    const moves = movesOf(change([step(four)], [six]), known({ entries: [six], fallbacks: [five] }));
    expect(moves).toEqual([{ anglerId: 'a', from: six, to: five }]);
  });

  it('goes from one angler to the other: first one leaves, then the other enters', () => {
    const [ofA, ofB] = [score('a', 6, { catchId: 'c' }), score('b', 6, { catchId: 'c' })];
    expect(movesOf(change([step(ofB)], [ofA]), known({ entries: [ofA] }))).toEqual([
      { anglerId: 'a', from: ofA, to: null },
      { anglerId: 'b', from: null, to: ofB },
    ]);
  });
});
