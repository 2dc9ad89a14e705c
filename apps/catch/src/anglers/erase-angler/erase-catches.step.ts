import { hasCode } from '@cds/errors';
import { type BulkWrite, GroupCommit, POOL } from '@cds/postgres';
import { RelayNotifier } from '@cds/event-store';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { CatchLog } from '../../catches/log/catch-log.js';
import type { CatchState } from '../../catches/model/catch.state.js';
import { noteLostWords } from '../../catches/read/catch-search/save-words.js';
import { everTextWords, type SearchedText } from '../../catches/read/catch-search/text-words.js';
import { CatchRecorder } from '../../catches/write/catch-recorder.js';
import { notePhotosOf } from '../../catches/write/photo-leftovers.sql.js';
import { saveVerifications } from '../../catches/write/save-catch.js';
import { eraseCatch } from './erase-catch.js';
import type { ErasedAngler, ErasureStep } from './erasure-step.js';

const BATCH = 100;

/** Whom it is about, and the trace of the request that caused it. */
interface Erasure {
  readonly anglerId: string;
  readonly traceparent: string | null;
}

/** An event that says something of the angler, and what of it searches know. */
type PersonalEvent = Pick<SearchedText, 'notes' | 'place'> & { stream_id: string; version: number };

/**
 * Empties what the log holds of an angler, and lets each catch that it was said of follow in the same statement: one
 * event and so one version more for a catch that is there, and one for a request that waits; its row, its
 * verifications, its photos and words. What is done leaves the index that finds it.
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
    for (let after = ''; ;) {
      const ids = await this.next(anglerId, after);
      const last = ids.at(-1);
      if (last === undefined) return;
      const moved = await this.eraseAll(ids, erasure);
      // A catch that was changed at the same moment is found again.
      after = moved ? '' : last;
      this.notifier.wake();
      yield;
    }
  }

  /** The trace of the request that erased the angler; null where the log does not have it. */
  private async traceOf(anglerId: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ traceparent: string | null }>(TRACE, [anglerId]);
    return rows[0]?.traceparent ?? null;
  }

  private async next(anglerId: string, after: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ stream_id: string }>(NEXT, [anglerId, after, BATCH]);
    return rows.map(({ stream_id: id }) => id);
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

  private async personalOf(ids: readonly string[], anglerId: string): Promise<PersonalEvent[]> {
    return (await this.pool.query<PersonalEvent>(PERSONAL, [ids, anglerId])).rows;
  }

  /** Empties the events that were read and no later one, whose words nobody would have noted. */
  private async eraseOne(
    id: string,
    state: CatchState,
    { anglerId, traceparent }: Erasure,
    personal: readonly PersonalEvent[],
  ): Promise<void> {
    if (state.status === 'unlogged') throw new Error(`the catch ${id} has events, but was never logged`);
    const empty: BulkWrite = { text: EMPTY, rows: personal.map(({ version }) => ({ stream_id: id, version })) };
    const words = noteLostWords(personal.flatMap((text) => everTextWords({ ...text, accountId: state.accountId })));
    if (state.status === 'deleted')
      return this.groupCommit.commit(id, [empty, words, saveVerifications(state, state.verifications)]);
    if (state.erasedAnglers.includes(anglerId)) return this.groupCommit.commit(id, [empty, words]);
    const context = { actor: null, requestId: null, traceparent };
    await this.recorder.record(this.groupCommit, id, state, eraseCatch(anglerId, state), context, () => [
      empty,
      words,
      notePhotosOf(id),
    ]);
  }
}

const TRACE = `
SELECT metadata->>'traceparent' AS traceparent FROM events WHERE stream_id = $1 AND type = 'AnglerErased'
  ORDER BY version DESC LIMIT 1`;

const NEXT = `
SELECT DISTINCT stream_id FROM events WHERE person_id = $1 AND personal IS NOT NULL AND stream_id > $2
  ORDER BY stream_id LIMIT $3`;

const PERSONAL = `
SELECT stream_id, version, personal->>'notes' AS notes, personal->'location'->>'name' AS place
FROM events WHERE stream_id = ANY($1) AND person_id = $2 AND personal IS NOT NULL`;

const EMPTY = `
UPDATE events SET personal = NULL
FROM json_to_recordset($1::json) AS erased (stream_id text, version int)
WHERE events.stream_id = erased.stream_id AND events.version = erased.version AND events.personal IS NOT NULL`;
