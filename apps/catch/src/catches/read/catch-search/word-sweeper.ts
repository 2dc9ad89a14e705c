import { inTransaction, POOL } from '@cds/postgres';
import { BackgroundWork, type RecurringTask } from '@cds/work-queue';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { TextWord } from './text-words.js';
import { wordQuery } from './word-meaning.js';
import { CATCH_WORDS } from './word.sql.js';

const SWEEP_EVERY_MS = 5_000;
const BATCH = 200;

type Leftover = TextWord & { id: string };

/**
 * Removes words from the dictionary that no catch contains any more. It takes no locks that a request waits for: a
 * catch may gain such a word at the same moment, so the word is looked at once more a minute later, and restored where
 * a catch contains it. Every copy of the service may do it.
 */
@Injectable()
export class WordSweeper {
  private readonly task: RecurringTask;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    background: BackgroundWork,
  ) {
    this.task = background.recurring({ name: 'words', everyMs: SWEEP_EVERY_MS, run: () => this.sweep(), jitter: true });
  }

  /** Looks at all words that are due. */
  async sweep(): Promise<void> {
    while (!this.task.signal.aborted) {
      const { rows } = await this.pool.query<Leftover>(DUE, [BATCH]);
      if (rows.length === 0) return;
      await this.settle(rows);
    }
  }

  private async settle(leftovers: readonly Leftover[]): Promise<void> {
    const words = [...new Map(leftovers.map((one) => [`${one.account_id}/${one.word}`, one])).values()];
    const isContained = await this.areContained(words);
    const [kept, lost] = [words.filter((_, at) => isContained[at]), words.filter((_, at) => !isContained[at])];
    await this.pool.query(PUT_BACK, columnsOf(kept));
    await this.pool.query(SETTLE, [...columnsOf(leftovers), leftovers.map(({ id }) => id), ...columnsOf(lost)]);
  }

  /**
   * One by one, by the index of words: however many catches contain a word, its entry there is read and one of them.
   * Nothing is locked.
   */
  private areContained(words: readonly TextWord[]): Promise<boolean[]> {
    return inTransaction(this.pool, async (tx) => {
      await tx.query("SELECT set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)");
      const contained: boolean[] = [];
      for (const { word, account_id: owner } of words)
        contained.push((await tx.query(CONTAINING, [wordQuery(word, owner)])).rowCount === 1);
      return contained;
    });
  }
}

const columnsOf = (words: readonly TextWord[]): [string[], string[]] => [
  words.map(({ word }) => word),
  words.map(({ account_id: owner }) => owner),
];

/** By word, so that one which many catches lost is looked at once for all of them. */
const DUE =
  'SELECT word, account_id, id FROM catch_word_leftovers WHERE due_at <= now() ORDER BY word, account_id, id LIMIT $1';

const CONTAINING = `SELECT FROM catches WHERE ${CATCH_WORDS} @@ $1::tsquery LIMIT 1`;

const PUT_BACK = `
INSERT INTO catch_words (word, account_id) SELECT word, account_id
  FROM unnest($1::text[], $2::text[]) AS found (word, account_id)
ON CONFLICT DO NOTHING`;

const SETTLE = `
WITH settled AS (
  DELETE FROM catch_word_leftovers USING unnest($1::text[], $2::text[], $3::bigint[]) AS done (word, account_id, id)
  WHERE (catch_word_leftovers.word, catch_word_leftovers.account_id, catch_word_leftovers.id) = (done.word,
  done.account_id, done.id)
), gone AS (
  DELETE FROM catch_words USING unnest($4::text[], $5::text[]) AS lost (word, account_id)
  WHERE (catch_words.word, catch_words.account_id) = (lost.word, lost.account_id)
  RETURNING catch_words.word, catch_words.account_id
)
INSERT INTO catch_word_leftovers (word, account_id, due_at) SELECT word, account_id, now() + interval '1 minute'
  FROM gone`;
