import { BASS, catchFact, WALLEYE } from '../../../test/catch.builders.js';
import { type Board, heaviestOf } from '../../boards/board.js';
import { boardPeriodChangesOf } from './board-period-changes.decision.js';

const all: Board = { id: 'lb_all', name: 'all', rule: heaviestOf(null) };
const bass: Board = { id: 'lb_bass', name: 'bass', rule: heaviestOf(BASS) };
const walleye: Board = { id: 'lb_walleye', name: 'walleye', rule: heaviestOf(WALLEYE) };
const boards = [all, bass, walleye];

const affected = (history: Parameters<typeof boardPeriodChangesOf>[0]) =>
  boardPeriodChangesOf(history, boards).map(({ board }) => board.id);

describe('the boards that a batch of catches affects', () => {
  it('are those on which a catch begins to count', () => {
    expect(affected({ before: [], steps: [catchFact()] })).toEqual(['lb_all', 'lb_bass']);
  });

  it('are none for an unverified catch', () => {
    expect(affected({ before: [], steps: [catchFact({ verificationTier: 'unverified' })] })).toEqual([]);
  });

  it('are those that a catch leaves and those that it goes to', () => {
    const history = { before: [catchFact()], steps: [catchFact({ version: 2, speciesId: WALLEYE })] };
    expect(affected(history)).toEqual(['lb_bass', 'lb_walleye']);
  });

  it('are none for a version that does not change a score', () => {
    const history = { before: [catchFact()], steps: [catchFact({ version: 2, verificationTier: 'certified' })] };
    expect(affected(history)).toEqual([]);
  });

  it('get every step in between, also when the last one restores the score', () => {
    const before = catchFact();
    const steps = [
      catchFact({ version: 2, deleted: false, verificationTier: 'unverified' }),
      catchFact({ version: 3 }),
    ];
    const [change] = boardPeriodChangesOf({ before: [before], steps }, [all]);
    expect(change?.change.before.map(({ catchId }) => catchId)).toEqual(['catch_1']);
    expect(change?.change.steps.map(({ after }) => after?.value ?? null)).toEqual([null, 5]);
  });
});
