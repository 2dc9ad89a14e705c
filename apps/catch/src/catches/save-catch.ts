import { tierRank } from '@cds/contracts';
import type { Statement } from '@cds/event-store';
import { type CatchListRow, catchListRow } from './catch-list/catch-list.projection.js';
import type { CatchState, Deleted, Logged, VerificationState } from './catch.state.js';

const COLUMNS = [
  'id', 'account_id', 'angler_id', 'species_id', 'weight_lbs', 'length_in', 'depth_ft', 'caught_at', 'location_name', 'latitude',
  'longitude', 'region', 'country', 'has_location', 'method', 'bait', 'water_type', 'released', 'notes', 'external_id', 'metadata',
  'verification_tier', 'version', 'created_at', 'updated_at', 'deleted_at',
] as const satisfies readonly (keyof CatchListRow)[];

/** The writes by which the read models follow a change: the catch's row, the counts, its verifications. */
export const saveCatch = (before: CatchState, after: Logged | Deleted): Statement[] => {
  const row = catchListRow(after);
  const changes = countChanges(before, after);
  const touched = changedVerifications(before, after);
  return [
    { text: SAVE_ROW, values: COLUMNS.map((column) => row[column]) },
    ...(changes.length > 0 ? [{ text: SAVE_COUNTS, values: [changes.map((one) => one.speciesId), changes.map((one) => one.tier), changes.map((one) => one.delta)] }] : []),
    ...(touched.length > 0 ? [{ text: SAVE_VERIFICATIONS, values: [JSON.stringify(touched.map((one) => verificationRow(one, after)))] }] : []),
  ];
};

const counted = (state: CatchState) =>
  state.status === 'logged' ? { speciesId: state.details.speciesId, tier: tierRank(state.tier) } : undefined;

const countChanges = (before: CatchState, after: CatchState): { speciesId: string; tier: number; delta: number }[] => {
  const [old, now] = [counted(before), counted(after)];
  if (old && now && old.speciesId === now.speciesId && old.tier === now.tier) return [];
  return [...(old ? [{ ...old, delta: -1 }] : []), ...(now ? [{ ...now, delta: 1 }] : [])];
};

const changedVerifications = (before: CatchState, after: Logged | Deleted): readonly VerificationState[] => {
  const old = before.status === 'unlogged' ? [] : before.verifications;
  return after.verifications.filter((one) => !old.includes(one));
};

export const verificationRow = (one: VerificationState, { id, accountId }: Logged | Deleted) => ({
  id: one.id,
  catch_id: id,
  account_id: accountId,
  tier: tierRank(one.tier),
  status: one.status,
  evidence: {
    photos: one.evidence.photos,
    witness: one.evidence.witness,
    certificate_number: one.evidence.certificateNumber,
  },
  reason: one.reason,
  requested_by: one.requestedBy,
  decided_by: one.decidedBy,
  created_at: one.createdAt,
  decided_at: one.decidedAt,
});

const parameters = COLUMNS.map((_, index) => `$${index + 1}`);
const overwrite = COLUMNS.filter((column) => column !== 'id').map((column) => `${column} = excluded.${column}`);

const SAVE_ROW = `
INSERT INTO catches (${COLUMNS.join(', ')}) VALUES (${parameters.join(', ')})
ON CONFLICT (id) DO UPDATE SET ${overwrite.join(', ')}`;

const SAVE_COUNTS = `
INSERT INTO catch_count_deltas (species_id, verification_tier, delta)
SELECT * FROM unnest($1::text[], $2::smallint[], $3::int[])`;

const SAVE_VERIFICATIONS = `
INSERT INTO verifications (id, catch_id, account_id, tier, status, evidence, reason, requested_by, decided_by, created_at, decided_at)
SELECT id, catch_id, account_id, tier, status, evidence, reason, requested_by, decided_by, created_at, decided_at
FROM jsonb_to_recordset($1::jsonb)
  AS t(id text, catch_id text, account_id text, tier smallint, status text, evidence jsonb, reason text, requested_by text,
       decided_by text, created_at timestamptz, decided_at timestamptz)
ON CONFLICT (id) DO UPDATE
  SET status = excluded.status, reason = excluded.reason, decided_by = excluded.decided_by, decided_at = excluded.decided_at`;
