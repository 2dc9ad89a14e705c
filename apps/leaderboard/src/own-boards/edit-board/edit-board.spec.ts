import { BASS, WALLEYE } from '../../../test/catch.builders.js';
import { type BoardRow, ruleOf } from '../../boards/board-row.js';
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
const NAME = 'Largemouth Bass';

describe('a patch of a board', () => {
  it('that is empty leaves all as it is', () => {
    expect(editBoard(board(), {}, NAME)).toEqual({ rule: RULE, name: 'Our board', isNamed: true });
  });

  it('replaces what it names', () => {
    const patch = {
      metric: 'longest',
      species_id: WALLEYE,
      min_verification_tier: 'certified',
      period: 'year',
    } as const;
    expect(editBoard(board(), patch, 'Walleye')).toEqual({
      rule: { ...RULE, metric: 'longest', speciesId: WALLEYE, minVerificationTier: 'certified', period: 'year' },
      name: 'Our board',
      isNamed: true,
    });
  });

  it('opens the board to all species and regions by null', () => {
    expect(editBoard(board(), { species_id: null, region: null }, null).rule).toMatchObject({
      speciesId: null,
      region: null,
    });
  });

  it('with the rule that is there changes no rule', () => {
    const { rule } = editBoard(board(), { metric: 'heaviest', region: 'US-TX' }, NAME);
    expect(sameRule(rule, ruleOf(board()))).toBe(true);
    expect(sameRule(rule, ruleOf(board({ period: 'year' })))).toBe(false);
  });

  it('gives a name, or takes it away by null', () => {
    expect(editBoard(board(), { name: 'Another' }, NAME)).toMatchObject({ name: 'Another', rule: RULE });
    expect(editBoard(board(), { name: null }, NAME)).toMatchObject({
      name: 'Heaviest Largemouth Bass in US-TX, weekly',
      isNamed: false,
    });
    expect(editBoard(board({ is_named: false }), { region: null }, NAME)).toMatchObject({
      name: 'Heaviest Largemouth Bass, weekly',
      isNamed: false,
    });
  });
});
