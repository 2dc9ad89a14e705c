import { tierRank } from '@cds/contracts';
import { type BulkWrite, violates } from '@cds/postgres';
import { CATCH_COLUMNS } from '../read/catch-list/catch-columns.js';
import { catchListRow, tombstoneRow } from '../read/catch-list/catch-list.projection.js';
import { lostWords, noteLostWords, saveWords } from '../read/catch-search/save-words.js';
import type { SearchedText } from '../read/catch-search/text-words.js';
import type { CatchEvent, Evidence } from '../model/catch.events.js';
import { NOTE_LEFTOVERS, notePhotosOf } from './photo-leftovers.sql.js';
import type { CatchPhoto } from '../model/catch-photo.js';
import type { CatchState, Deleted, Logged, VerificationState } from '../model/catch.state.js';

/**
 * The writes by which the read models follow events: the catch's row, the counts, its verifications. PostgreSQL refuses
 * them (`isAnglerErased`) when the events say something of an angler who was erased meanwhile.
 */
export const saveCatch = (before: CatchState, after: Logged | Deleted, events: readonly CatchEvent[]): BulkWrite[] => [
  ...saveRow(before, after, events),
  noteLostWords(
    before.status === 'logged'
      ? lostWords(searchedTextOf(before), after.status === 'logged' ? searchedTextOf(after) : null)
      : [],
  ),
  { text: SAVE_COUNTS, rows: countChanges(before, after) },
  noteLostPhotos(before, after, events),
  saveVerifications(after, changedVerifications(before, after)),
];

export const saveVerifications = (state: Logged | Deleted, verifications: readonly VerificationState[]): BulkWrite => ({
  text: SAVE_VERIFICATIONS,
  rows: verifications.map((one) => verificationRow(one, state)),
});

const saveRow = (before: CatchState, after: Logged | Deleted, events: readonly CatchEvent[]): BulkWrite[] => {
  if (after.status === 'logged') {
    const update = events.some(({ data }) => 'anglerId' in data) ? UPDATE_ROWS_OF_THE_LIVING : UPDATE_ROWS;
    const row = catchListRow(after);
    return [{ text: before.status === 'unlogged' ? INSERT_ROWS : update, rows: [row] }, saveWords([row])];
  }
  return [
    { text: DELETE_ROWS, rows: [{ id: after.id }] },
    { text: INSERT_TOMBSTONES, rows: [tombstoneRow(after)] },
  ];
};

export const searchedTextOf = ({ accountId, details: { notes, location } }: Logged): SearchedText => ({
  accountId,
  notes,
  place: location?.name ?? null,
});

const counted = (state: CatchState) =>
  state.status === 'logged'
    ? { species_id: state.details.speciesId, verification_tier: tierRank(state.tier) }
    : undefined;

const countChanges = (
  before: CatchState,
  after: CatchState,
): { species_id: string; verification_tier: number; delta: number }[] => {
  const [old, now] = [counted(before), counted(after)];
  if (old && now && old.species_id === now.species_id && old.verification_tier === now.verification_tier) return [];
  return [...(old ? [{ ...old, delta: -1 }] : []), ...(now ? [{ ...now, delta: 1 }] : [])];
};

const photosOf = (state: CatchState): readonly CatchPhoto[] => (state.status === 'logged' ? state.photos : []);

/** The row alone names the photos that the log lost by an erasure. */
const noteLostPhotos = (before: CatchState, after: Logged | Deleted, events: readonly CatchEvent[]): BulkWrite =>
  events.some(({ type }) => type === 'CatchErased')
    ? notePhotosOf(after.id)
    : { text: NOTE_LEFTOVERS, rows: lostDigests(before, after).map((digest) => ({ digest })) };

/** Files that the catch no longer names; another one may. */
const lostDigests = (before: CatchState, after: CatchState): string[] => {
  const kept = new Set(photosOf(after).map(({ digest }) => digest));
  return photosOf(before)
    .map(({ digest }) => digest)
    .filter((digest) => !kept.has(digest));
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
  evidence: evidenceRow(one.evidence),
  reason: one.reason,
  requested_by: one.requestedBy,
  decided_by: one.decidedBy,
  created_at: one.createdAt,
  decided_at: one.decidedAt,
});

/** Evidence as the API names it. */
export const evidenceRow = ({ photos, witness, certificateNumber }: Evidence) => ({
  photos,
  witness,
  certificate_number: certificateNumber,
});

const TYPES: Partial<Record<(typeof CATCH_COLUMNS)[number], string>> = {
  weight_lbs: 'float8',
  length_in: 'float8',
  depth_ft: 'float8',
  caught_at: 'timestamptz',
  latitude: 'float8',
  longitude: 'float8',
  has_location: 'bool',
  released: 'bool',
  metadata: 'jsonb',
  photos: 'jsonb',
  verification_tier: 'smallint',
  version: 'int',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
};

const TYPED_COLUMNS = CATCH_COLUMNS.map((column) => `${column} ${TYPES[column] ?? 'text'}`).join(', ');
const ROWS = `json_to_recordset($1::json) AS saved (${TYPED_COLUMNS})`;

/** The check constraint of `catches` that refuses the row of an angler who was erased. */
const LIVES = 'catches_angler_lives';

/** Empty for an angler who was erased, which the constraint `LIVES` refuses. */
const LIVING_ANGLER = `coalesce(
  (SELECT living.id FROM anglers living WHERE living.id = saved.angler_id AND living.erased_at IS NULL), '')`;

/** Whether a write was refused because its angler was erased. */
export const isAnglerErased = (error: unknown): boolean => violates(error, LIVES);

const living = (column: string): string => (column === 'angler_id' ? LIVING_ANGLER : `saved.${column}`);

/** Readers of changes have seen the row up to its `updated_at`: it never goes back. */
const neverEarlier = (column: string, value: string): string =>
  column === 'updated_at' ? `greatest(catches.updated_at, ${value})` : value;

/**
 * Finds few ids by the index. Of a join alone the planner expects a hundred rows of the parameter, and would sooner
 * read a table of some ten thousand catches.
 */
const IS_GIVEN = 'catches.id = ANY (ARRAY(SELECT given.id FROM json_to_recordset($1::json) AS given (id text)))';

const updateRows = (valueOf: (column: string) => string) =>
  `UPDATE catches SET ${CATCH_COLUMNS.filter((column) => column !== 'id')
    .map((column) => `${column} = ${neverEarlier(column, valueOf(column))}`)
    .join(', ')}
FROM ${ROWS} WHERE catches.id = saved.id AND ${IS_GIVEN}`;

const INSERT_ROWS = `INSERT INTO catches (${CATCH_COLUMNS.join(', ')}) SELECT ${CATCH_COLUMNS.map(living).join(', ')}
  FROM ${ROWS}
  ORDER BY saved.account_id, saved.external_id, saved.id`;

const UPDATE_ROWS = updateRows((column) => `saved.${column}`);
const UPDATE_ROWS_OF_THE_LIVING = updateRows(living);

const DELETE_ROWS = `DELETE FROM catches WHERE ${IS_GIVEN}`;

const INSERT_TOMBSTONES = `INSERT INTO catch_tombstones (id, account_id, angler_id, version, deleted_at)
SELECT id, account_id, angler_id, version, deleted_at
FROM json_to_recordset($1::json) AS gone (id text, account_id text, angler_id text, version int,
  deleted_at timestamptz)`;

/** One delta for all of a statement that count the same. */
export const SAVE_COUNTS = `INSERT INTO catch_count_deltas (species_id, verification_tier, delta)
SELECT species_id, verification_tier, sum(delta)
FROM json_to_recordset($1::json) AS saved (species_id text, verification_tier smallint, delta int)
GROUP BY species_id, verification_tier`;

const SAVE_VERIFICATIONS = `INSERT INTO verifications
  (id, catch_id, account_id, tier, status, evidence, reason, requested_by, decided_by, created_at, decided_at)
SELECT id, catch_id, account_id, tier, status, evidence, reason, requested_by, decided_by, created_at, decided_at
FROM json_to_recordset($1::json)
  AS saved (id text, catch_id text, account_id text, tier smallint, status text, evidence jsonb, reason text,
  requested_by text,
            decided_by text, created_at timestamptz, decided_at timestamptz)
ON CONFLICT (id) DO UPDATE
  SET status = excluded.status, evidence = excluded.evidence, reason = excluded.reason,
  decided_by = excluded.decided_by, decided_at = excluded.decided_at`;
