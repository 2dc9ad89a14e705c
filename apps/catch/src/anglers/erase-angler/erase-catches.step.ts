import { hasCode } from '@cds/errors';
import { type BulkWrite, GroupCommit, POOL } from '@cds/postgres';
import { RelayNotifier } from '@cds/event-store';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { CatchLog } from '../../catches/log/catch-log.js';
import type { CatchState, Logged } from '../../catches/model/catch.state.js';
import { NOTHING_PERSONAL } from '../../catches/read/catch-list/catch-list.projection.js';
import { noteLostWords } from '../../catches/read/catch-search/save-words.js';
import { everTextWords, type SearchedText } from '../../catches/read/catch-search/text-words.js';
import { CatchRecorder } from '../../catches/write/catch-recorder.js';
import { notePhotosOf } from '../../catches/write/photo-leftovers.sql.js';
import { saveVerifications } from '../../catches/write/save-catch.js';
import { eraseCatch } from './erase-catch.js';
import type { ErasedAngler, ErasureStep } from './erasure-step.js';

const BATCH = 100;

/** A catch that is to follow; `created_at` where it has its place by that. */
interface Place {
  readonly id: string;
  readonly created_at?: Date;
}

/** Whom it is about, and the trace of the request that caused it. */
interface Erasure {
  readonly anglerId: string;
  readonly traceparent: string | null;
}

/** An event, or a row, that says something of the angler, and what of it searches know. */
type PersonalText = Pick<SearchedText, 'notes' | 'place'> & { stream_id: string; version: number | null };

/**
 * Empties what the log holds of an angler, and lets each catch that it was said of follow in the same statement, and
 * each that is the angler's by now: one event and so one version more for a catch that is there, and one for a request
 * that waits; its row, its verifications, its photos and words. What is done is not found again.
 */
@Injectable()
export class EraseCatches implements ErasureStep {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly log: CatchLog,
    private readonly recorder: CatchRecorder,
    private readonly groupCommit: GroupCommit,
    private readonly notifier: RelayNotifier,
  ) {}

  async *erase({ id: anglerId }: ErasedAngler): AsyncGenerator<void> {
    const erasure = { anglerId, traceparent: await this.traceOf(anglerId) };
    yield* this.eraseEach(erasure, (after) => this.places(SAID_OF, [anglerId, after?.id ?? '']));
    // The log may say nothing of the angler in a catch that was another's before.
    yield* this.eraseEach(erasure, (after) =>
      this.places(STILL_TO_FOLLOW, [anglerId, after?.created_at ?? '-infinity', after?.id ?? '']),
    );
  }

  private async *eraseEach(
    erasure: Erasure,
    next: (after: Place | undefined) => Promise<readonly Place[]>,
  ): AsyncGenerator<void> {
    for (let after: Place | undefined; ;) {
      const places = await next(after);
      if (places.length === 0) return;
      const moved = await this.eraseAll(
        places.map(({ id }) => id),
        erasure,
      );
      // A catch that was changed at the same moment is found again.
      after = moved ? undefined : places.at(-1);
      this.notifier.wake();
      yield;
    }
  }

  /** The trace of the request that erased the angler; null where the log does not have it. */
  private async traceOf(anglerId: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ traceparent: string | null }>(TRACE, [anglerId]);
    return rows[0]?.traceparent ?? null;
  }

  private async places(statement: string, values: readonly unknown[]): Promise<Place[]> {
    return (await this.pool.query<Place>(statement, [...values, BATCH])).rows;
  }

  /** Whether any of them moved meanwhile. */
  private async eraseAll(ids: readonly string[], erasure: Erasure): Promise<boolean> {
    const [states, personal] = await Promise.all([
      this.log.loadMany(this.pool, ids),
      this.personalOf(ids, erasure.anglerId),
    ]);
    const outcomes = await Promise.allSettled(
      [...states].map(([id, state]) =>
        this.eraseOne(
          id,
          state,
          erasure,
          personal.filter(({ stream_id: of }) => of === id),
        ),
      ),
    );
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    const failure = reasons.find((reason) => !hasCode(reason, 'resource.conflict'));
    if (failure !== undefined) throw failure;
    return reasons.length > 0;
  }

  private async personalOf(ids: readonly string[], anglerId: string): Promise<PersonalText[]> {
    return (await this.pool.query<PersonalText>(PERSONAL, [ids, anglerId])).rows;
  }

  /** Empties the events that were read and no later one, whose words nobody would have noted. */
  private async eraseOne(
    id: string,
    state: CatchState,
    { anglerId, traceparent }: Erasure,
    personal: readonly PersonalText[],
  ): Promise<void> {
    if (state.status === 'unlogged') throw new Error(`the catch ${id} has events, but was never logged`);
    const empty: BulkWrite = {
      text: EMPTY,
      rows: personal.flatMap(({ version }) => (version === null ? [] : [{ stream_id: id, version }])),
    };
    const words = noteLostWords(personal.flatMap((text) => everTextWords({ ...text, accountId: state.accountId })));
    if (state.status === 'deleted')
      return this.groupCommit.commit(id, [empty, words, saveVerifications(state, state.verifications)]);
    if (state.erasedAnglers.includes(anglerId))
      return this.groupCommit.commit(id, [empty, words, ...emptyRow(id, anglerId, state)]);
    const context = { actor: null, requestId: null, traceparent };
    await this.recorder.record(this.groupCommit, id, state, eraseCatch(anglerId, state), context, () => [empty, words]);
  }
}

/** A release that erased less left what was said before the catch became the angler's in its row. */
const emptyRow = (id: string, anglerId: string, { details, version }: Logged): BulkWrite[] =>
  details.anglerId === anglerId
    ? [notePhotosOf(id), { text: EMPTY_ROW, rows: [{ id, angler_id: anglerId, version }] }]
    : [];

const TRACE = `
SELECT metadata->>'traceparent' AS traceparent FROM events WHERE stream_id = $1 AND type = 'AnglerErased'
  ORDER BY version DESC LIMIT 1`;

const SAID_OF = `
SELECT DISTINCT stream_id AS id FROM events WHERE person_id = $1 AND personal IS NOT NULL AND stream_id > $2
  ORDER BY stream_id LIMIT $3`;

const PERSONAL_COLUMNS = Object.keys(NOTHING_PERSONAL);
const SAYS_SOMETHING = `num_nonnulls(${PERSONAL_COLUMNS.join(', ')}) > 0`;

/** Of the catches that are the angler's, those that did not change since, or that say something of them still. */
const STILL_TO_FOLLOW = `
SELECT id, created_at FROM catches WHERE angler_id = $1 AND (created_at, id) > ($2::timestamptz, $3)
  AND (updated_at <= (SELECT erased_at FROM anglers WHERE anglers.id = $1)
    OR ${SAYS_SOMETHING})
  ORDER BY created_at, id LIMIT $4`;

const PERSONAL = `
SELECT stream_id, version, personal->>'notes' AS notes, personal->'location'->>'name' AS place
FROM events WHERE stream_id = ANY($1) AND person_id = $2 AND personal IS NOT NULL
UNION ALL
SELECT id, NULL, notes, location_name FROM catches
WHERE id = ANY($1) AND angler_id = $2 AND num_nonnulls(notes, location_name) > 0`;

const EMPTY = `
UPDATE events SET personal = NULL
FROM json_to_recordset($1::json) AS erased (stream_id text, version int)
WHERE events.stream_id = erased.stream_id AND events.version = erased.version AND events.personal IS NOT NULL`;

/** Answers say nothing of it already, so that neither its version nor its time changes. */
const EMPTY_ROW = `
UPDATE catches SET ${PERSONAL_COLUMNS.map((column) => `${column} = NULL`).join(', ')}
FROM json_to_recordset($1::json) AS erased (id text, angler_id text, version int)
WHERE catches.id = erased.id AND catches.angler_id = erased.angler_id AND catches.version = erased.version
  AND ${SAYS_SOMETHING}`;
