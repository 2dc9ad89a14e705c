import { BASS, WALLEYE } from '../../../test/catch.builders.js';
import { type BoardRow, ruleOf } from '../board-row.js';
import { editBoard, sameRule } from './edit-board.js';

const board = (overrides: Partial<BoardRow> = {}): BoardRow => ({
  id: 'lb_1',
  name: 'Our board',
  metric: 'heaviest',
  species_id: BASS,
  region: 'US-TX',
  min_verification_tier: 'photo',
  period: 'week',
  account_id: 'acc_1',
  is_named: true,
  version: 1,
  is_filling: false,
  created_at: new Date(0),
  updated_at: new Date(0),
  ...overrides,
});

const RULE = { metric: 'heaviest', speciesId: BASS, region: 'US-TX', minVerificationTier: 'photo', period: 'week' };

describe('a patch of a board', () => {
  it('that is empty leaves all as it is', () => {
    expect(editBoard(board(), {})).toEqual({ rule: RULE, givenName: 'Our board' });
  });

  it('replaces what it names', () => {
    expect(
      editBoard(board(), { metric: 'longest', species_id: WALLEYE, min_verification_tier: 'certified', period: 'year' }),
    ).toEqual({
      rule: { ...RULE, metric: 'longest', speciesId: WALLEYE, minVerificationTier: 'certified', period: 'year' },
      givenName: 'Our board',
    });
  });

  it('opens the board to all species and regions by null', () => {
    expect(editBoard(board(), { species_id: null, region: null }).rule).toMatchObject({ speciesId: null, region: null });
  });

  it('with the rule that is there changes no rule', () => {
    const { rule } = editBoard(board(), { metric: 'heaviest', region: 'US-TX' });
    expect(sameRule(rule, ruleOf(board()))).toBe(true);
    expect(sameRule(rule, ruleOf(board({ period: 'year' })))).toBe(false);
  });

  it('gives a name, or takes it away by null', () => {
    expect(editBoard(board(), { name: 'Another' })).toMatchObject({ givenName: 'Another', rule: RULE });
    expect(editBoard(board(), { name: null }).givenName).toBeNull();
    expect(editBoard(board({ is_named: false }), { region: null }).givenName).toBeNull();
  });
});
