import { catchEdited, catchLogged, entryChanged, publicCatch, verificationStep } from '../../test/webhook.builders.js';
import type { WebhookEventType } from '../endpoints/event-types.js';
import type { EndpointFilter } from '../endpoints/settings/endpoint-filter.js';
import { passesFilter } from './passes-filter.js';

const SPECIES = 'spc_01h455vb4pex5vsknk084sn02q';
const OTHER_SPECIES = 'spc_01h455vb4pex5vsknk084sn02r';
const ANGLER = 'ang_01h455vb4pex5vsknk084sn02q';
const OTHER_ANGLER = 'ang_01h455vb4pex5vsknk084sn02r';
const BOARD = 'lb_01h455vb4pex5vsknk084sn02q';
const OTHER_BOARD = 'lb_01h455vb4pex5vsknk084sn02r';

const location = { name: null, latitude: 30, longitude: -97, region: 'US-TX', country: 'US', obscured: true };
const caught = publicCatch({
  species_id: SPECIES,
  weight_lbs: 8,
  verification_tier: 'photo',
  angler: { id: ANGLER, name: 'Ann' },
  location,
});
const updated = (previous: object) => ({ ...caught, previous });

const verification = (tier: string, previous: object = {}) => ({
  ...(verificationStep('VerificationApprovedV1', 'acc_1').data as object),
  tier,
  catch: caught,
  previous,
});

const moved = (rank: number | null, previous_rank: number | null) => ({
  ...entryChanged().data,
  board: {
    id: BOARD,
    name: 'Heaviest',
    rule: { ...entryChanged().data?.board.rule, species_id: SPECIES, region: null },
  },
  angler: { id: ANGLER, name: 'Ann' },
  rank,
  previous_rank,
});

const named = (id: string | null) => (id === null ? null : { id, name: 'Ann' });
const led = (angler: string | null, before: string | null) => ({
  board: moved(1, 2).board,
  angler: named(angler),
  previous: before === null ? null : { angler: named(before), score: 7 },
});
const closed = {
  board: moved(1, 2).board,
  entries: [
    { rank: 1, angler: named(ANGLER), score: 9 },
    { rank: 2, angler: named(OTHER_ANGLER), score: 8 },
  ],
};
const broken = {
  species: { id: SPECIES },
  record: { weight_lbs: 10, region: null, angler: named(ANGLER) },
  previous: { record: { weight_lbs: 9, region: 'US-TX', angler: named(OTHER_ANGLER) } },
};

type Row = readonly [filter: EndpointFilter, type: WebhookEventType, data: unknown, passes: boolean];

const ROWS: readonly Row[] = [
  [{ species_id: SPECIES }, 'catch.created', caught, true],
  [{ species_id: OTHER_SPECIES }, 'catch.created', caught, false],
  [{ species_id: OTHER_SPECIES }, 'catch.updated', updated({ species_id: OTHER_SPECIES }), true],
  [{ min_weight_lbs: 8 }, 'catch.created', caught, true],
  [{ min_weight_lbs: 8.001 }, 'catch.created', caught, false],
  [{ min_weight_lbs: 9 }, 'catch.updated', updated({ weight_lbs: 9 }), true],
  [{ min_weight_lbs: 9 }, 'catch.updated', updated({ weight_lbs: 7 }), false],
  [{ min_weight_lbs: 9 }, 'catch.updated', updated({}), false],
  [{ min_weight_lbs: 9 }, 'catch.deleted', caught, false],
  [{ min_verification_tier: 'photo' }, 'catch.created', caught, true],
  [{ min_verification_tier: 'witnessed' }, 'catch.created', caught, false],
  [{ angler_id: ANGLER }, 'catch.created', caught, true],
  [{ angler_id: OTHER_ANGLER }, 'catch.created', caught, false],
  [{ angler_id: OTHER_ANGLER }, 'catch.updated', updated({ angler: { id: OTHER_ANGLER, name: 'Bo' } }), true],
  [{ region: 'US-TX' }, 'catch.created', caught, true],
  [{ region: 'US-OK' }, 'catch.created', caught, false],
  [{ region: 'US-TX' }, 'catch.created', { ...caught, location: null }, false],
  [{ region: 'US-OK' }, 'catch.updated', updated({ location: { ...location, region: 'US-OK' } }), true],
  [{ region: 'US-TX' }, 'catch.updated', updated({ location: null }), true],
  [{ min_weight_lbs: 9, region: 'US-OK' }, 'catch.updated', updated({ weight_lbs: 9 }), false],
  [{ max_rank: 1, leaderboard_id: BOARD }, 'catch.created', caught, true],
  [{ min_weight_lbs: 8, max_rank: 1 }, 'catch.created', caught, true],
  [{ min_verification_tier: 'certified' }, 'verification.requested', verification('certified'), true],
  [{ min_verification_tier: 'certified' }, 'verification.requested', verification('witnessed'), false],
  [{ min_verification_tier: 'photo' }, 'verification.requested', verification('unverified'), true],
  [
    { min_verification_tier: 'certified' },
    'verification.revoked',
    verification('photo', { verification_tier: 'certified' }),
    true,
  ],
  [{ species_id: OTHER_SPECIES }, 'verification.approved', verification('photo'), false],
  [{ min_weight_lbs: 8, region: 'US-TX' }, 'verification.approved', verification('photo'), true],
  [{ leaderboard_id: BOARD }, 'leaderboard.entry_changed', moved(1, 2), true],
  [{ leaderboard_id: OTHER_BOARD }, 'leaderboard.entry_changed', moved(1, 2), false],
  [{ max_rank: 3 }, 'leaderboard.entry_changed', moved(3, 9), true],
  [{ max_rank: 3 }, 'leaderboard.entry_changed', moved(4, 3), true],
  [{ max_rank: 3 }, 'leaderboard.entry_changed', moved(null, 2), true],
  [{ max_rank: 3 }, 'leaderboard.entry_changed', moved(4, 5), false],
  [{ max_rank: 3 }, 'leaderboard.entry_changed', moved(9, null), false],
  [{ species_id: SPECIES }, 'leaderboard.entry_changed', moved(1, 2), true],
  [{ species_id: OTHER_SPECIES }, 'leaderboard.entry_changed', moved(1, 2), false],
  [{ region: 'US-TX' }, 'leaderboard.entry_changed', moved(1, 2), false],
  [{ angler_id: ANGLER }, 'leaderboard.entry_changed', moved(1, 2), true],
  [{ angler_id: OTHER_ANGLER }, 'leaderboard.entry_changed', moved(1, 2), false],
  [{ min_weight_lbs: 99 }, 'leaderboard.entry_changed', moved(1, 2), true],
  [{ min_verification_tier: 'certified' }, 'leaderboard.entry_changed', moved(1, 2), true],
  [{ angler_id: ANGLER }, 'leaderboard.leader_changed', led(ANGLER, OTHER_ANGLER), true],
  [{ angler_id: OTHER_ANGLER }, 'leaderboard.leader_changed', led(ANGLER, OTHER_ANGLER), true],
  [{ angler_id: OTHER_ANGLER }, 'leaderboard.leader_changed', led(ANGLER, null), false],
  [{ angler_id: ANGLER }, 'leaderboard.leader_changed', led(null, OTHER_ANGLER), false],
  [{ leaderboard_id: OTHER_BOARD }, 'leaderboard.leader_changed', led(ANGLER, null), false],
  [{ max_rank: 1 }, 'leaderboard.leader_changed', led(ANGLER, null), true],
  [{ leaderboard_id: BOARD }, 'leaderboard.period_closed', closed, true],
  [{ angler_id: OTHER_ANGLER }, 'leaderboard.period_closed', closed, true],
  [{ angler_id: OTHER_ANGLER, max_rank: 1 }, 'leaderboard.period_closed', closed, false],
  [{ max_rank: 1 }, 'leaderboard.period_closed', closed, true],
  [{ species_id: OTHER_SPECIES }, 'leaderboard.period_closed', closed, false],
  [{ species_id: SPECIES }, 'species.record_broken', broken, true],
  [{ species_id: OTHER_SPECIES }, 'species.record_broken', broken, false],
  [{ min_weight_lbs: 10 }, 'species.record_broken', broken, true],
  [{ min_weight_lbs: 11 }, 'species.record_broken', broken, false],
  [{ region: 'US-TX' }, 'species.record_broken', broken, true],
  [{ region: 'US-OK' }, 'species.record_broken', broken, false],
  [{ angler_id: OTHER_ANGLER }, 'species.record_broken', broken, true],
  [{ min_weight_lbs: 99, region: 'US-TX' }, 'webhook.endpoint_disabled', { id: 'we_1' }, true],
  [{ max_rank: 1 }, 'ping', {}, true],
];

describe('a filter', () => {
  it.each(ROWS.map(([filter, type, data, passes]) => [filter, type, passes, data] as const))(
    '%j for %s: %s',
    (filter, type, passes, data) => {
      expect(passesFilter(filter, { type, data })).toBe(passes);
    },
  );

  it('of null passes everything', () => {
    expect(passesFilter(null, { type: 'catch.created', data: caught })).toBe(true);
  });

  it('reads events as they are published', () => {
    expect(passesFilter({ min_weight_lbs: 8 }, { type: 'catch.created', data: catchLogged('acc_1').data })).toBe(true);
    expect(passesFilter({ min_weight_lbs: 9 }, { type: 'catch.updated', data: catchEdited('acc_1').data })).toBe(false);
  });
});
