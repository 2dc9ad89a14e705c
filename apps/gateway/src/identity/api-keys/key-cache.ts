import { isTransientDatabaseError, within } from '@cds/errors';
import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type StoredKey, StoredKeyQuery } from './stored-key.query.js';

/** How old an answer about a key may be: a revoked key stops on every copy of the gateway within this time. */
const FRESH_MS = 1_000;
/** How old it may be while the database cannot be asked: a restart of PostgreSQL stops nobody who was just here. */
const STALE_MS = 30_000;
/** How long a request waits for the answer about a key that was here lately, which comes in some milliseconds. */
const PATIENCE_MS = 2_000;
const MAX_ENTRIES = 10_000;

interface Entry {
  readonly key: StoredKey;
  freshUntil: number;
  /** Until then it serves while the database cannot be asked. */
  staleUntil: number;
}

interface LookUp {
  readonly answer: Promise<StoredKey | null>;
  /** By `performance.now`. */
  readonly startedAt: number;
}

/**
 * Remembers for a second which key a hash belongs to, or that it belongs to none, so that a busy caller costs one query
 * a second. Callers who ask for the same hash at once share one query. Who was here lately does not wait for a database
 * that is silent or very slow.
 */
@Injectable()
export class KeyCache {
  private readonly known = new LRUCache<string, Entry>({ max: MAX_ENTRIES });
  // Apart, so that a flood of invented keys drives out no real one.
  private readonly unknownUntil = new LRUCache<string, number>({ max: MAX_ENTRIES });
  private readonly asking = new Map<string, LookUp>();
  /** Counts the changes that were made here. */
  private changes = 0;
  /** Which of them was the last of an account; more accounts are not changed while one look-up lasts. */
  private readonly lastChanges = new LRUCache<string, number>({ max: MAX_ENTRIES });

  constructor(
    private readonly query: StoredKeyQuery,
    private readonly clock: Clock,
  ) {}

  /**
   * Costs no query when the key is remembered. Rejects with the database's error when the database is away and nothing
   * recent is remembered that holds still, and with what `beforeLookUp` throws where this copy has never seen the key.
   */
  async find(hash: string, beforeLookUp: () => void = () => undefined): Promise<StoredKey | null> {
    const now = this.clock.now().getTime();
    const entry = this.known.get(hash);
    if (entry && now < entry.freshUntil) return entry.key;
    if (!entry && now < (this.unknownUntil.get(hash) ?? 0)) return null;
    if (!entry) beforeLookUp();
    const lookUp = this.asking.get(hash) ?? this.ask(hash, now);
    return entry && now < entry.staleUntil ? this.outcome(lookUp, entry) : lookUp.answer;
  }

  /**
   * These accounts or keys of theirs were changed by this copy of the gateway: it asks for their keys anew, while the
   * other copies may take a second. The keys of other accounts stay, so that nobody's changes cost look-ups for all.
   */
  changed(...accountIds: readonly string[]): void {
    this.changes += 1;
    for (const id of accountIds) this.lastChanges.set(id, this.changes);
    const isTheirs = ({ key }: Entry): boolean => accountIds.includes(key.principal.accountId);
    for (const entry of this.known.values()) if (isTheirs(entry)) entry.freshUntil = entry.staleUntil = 0;
    for (const hash of this.asking.keys()) {
      const entry = this.known.peek(hash);
      // Whose key it is that is looked up for the first time nobody knows yet.
      if (!entry || isTheirs(entry)) this.asking.delete(hash);
    }
  }

  private ask(hash: string, now: number): LookUp {
    const answer = this.load(hash, now).finally(() => {
      if (this.asking.get(hash) === lookUp) this.asking.delete(hash);
    });
    const lookUp = { answer, startedAt: performance.now() };
    this.asking.set(hash, lookUp);
    return lookUp;
  }

  private async load(hash: string, askedAt: number): Promise<StoredKey | null> {
    const { changes } = this;
    const key = await this.query.byHash(hash);
    const lastChange = key ? this.lastChanges.get(key.principal.accountId) : undefined;
    if ((lastChange ?? 0) <= changes) this.remember(hash, key, askedAt);
    return key;
  }

  /**
   * What the look-up finds; what was known before when it fails, or does not end within `PATIENCE_MS`. It goes on then,
   * and what it finds is remembered, so that a slow database refuses nobody.
   */
  private async outcome({ answer, startedAt }: LookUp, entry: Entry): Promise<StoredKey | null> {
    const leftMs = Math.max(0, startedAt + PATIENCE_MS - performance.now());
    try {
      return await within(answer, leftMs, tooLate);
    } catch (error) {
      const now = this.clock.now().getTime();
      const isAway = error === TOO_LATE || isTransientDatabaseError(error);
      if (isAway && now < entry.staleUntil) {
        // Not asked again for a while: waiting for a database that is away would slow every request.
        entry.freshUntil = Math.min(now + FRESH_MS, entry.staleUntil);
        return entry.key;
      }
      if (error === TOO_LATE) return answer;
      throw error;
    }
  }

  private remember(hash: string, key: StoredKey | null, askedAt: number): void {
    if (key) {
      this.known.set(hash, { key, freshUntil: askedAt + FRESH_MS, staleUntil: askedAt + STALE_MS });
    } else {
      this.known.delete(hash);
      this.unknownUntil.set(hash, askedAt + FRESH_MS);
    }
  }
}

const TOO_LATE = new Error('the database has not answered yet');
const tooLate = (): Error => TOO_LATE;
