import { isTransientDatabaseError } from '@cds/errors';
import { Clock } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type StoredKey, StoredKeyQuery } from './stored-key.query.js';

/** How old an answer about a key may be: a revoked key stops on every copy of the gateway within this time. */
const FRESH_MS = 1_000;
/** How old it may be while the database cannot be asked: a restart of PostgreSQL stops nobody who was just here. */
const STALE_MS = 30_000;
const MAX_ENTRIES = 10_000;

interface Entry {
  readonly key: StoredKey;
  readonly askedAt: number;
  freshUntil: number;
}

/**
 * Remembers for a second which key a hash belongs to, or that it belongs to none, so that a busy caller costs one query
 * a second. Callers who ask for the same hash at once share one query.
 */
@Injectable()
export class KeyCache {
  private readonly known = new LRUCache<string, Entry>({ max: MAX_ENTRIES });
  // Apart, so that a flood of invented keys drives out no real one.
  private readonly unknownUntil = new LRUCache<string, number>({ max: MAX_ENTRIES });
  private readonly asking = new Map<string, Promise<StoredKey | null>>();
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
   * recent is remembered, and with what `beforeLookUp` throws where this copy has never seen the key.
   */
  async find(hash: string, beforeLookUp: () => void = () => undefined): Promise<StoredKey | null> {
    const now = this.clock.now().getTime();
    const entry = this.known.get(hash);
    if (entry && now < entry.freshUntil) return entry.key;
    if (!entry && now < (this.unknownUntil.get(hash) ?? 0)) return null;
    if (!entry) beforeLookUp();
    return this.asking.get(hash) ?? this.ask(hash, now);
  }

  /**
   * These accounts or keys of theirs were changed by this copy of the gateway: it asks for their keys anew, while the
   * other copies may take a second. The keys of other accounts stay, so that nobody's changes cost look-ups for all.
   */
  changed(...accountIds: readonly string[]): void {
    this.changes += 1;
    for (const id of accountIds) this.lastChanges.set(id, this.changes);
    const isTheirs = ({ key }: Entry): boolean => accountIds.includes(key.principal.accountId);
    for (const entry of this.known.values()) if (isTheirs(entry)) entry.freshUntil = 0;
    for (const hash of this.asking.keys()) {
      const entry = this.known.peek(hash);
      // Whose key it is that is looked up for the first time nobody knows yet.
      if (!entry || isTheirs(entry)) this.asking.delete(hash);
    }
  }

  private ask(hash: string, now: number): Promise<StoredKey | null> {
    const answer = this.load(hash, now).finally(() => {
      if (this.asking.get(hash) === answer) this.asking.delete(hash);
    });
    this.asking.set(hash, answer);
    return answer;
  }

  private async load(hash: string, askedAt: number): Promise<StoredKey | null> {
    const { changes } = this;
    try {
      const key = await this.query.byHash(hash);
      const lastChange = key ? this.lastChanges.get(key.principal.accountId) : undefined;
      if ((lastChange ?? 0) <= changes) this.remember(hash, key, askedAt);
      return key;
    } catch (error) {
      const entry = this.known.peek(hash);
      const now = this.clock.now().getTime();
      if (!entry || !isTransientDatabaseError(error) || now >= entry.askedAt + STALE_MS) throw error;
      // Not asked again for a while: waiting for a database that is away would slow every request.
      entry.freshUntil = Math.min(now + FRESH_MS, entry.askedAt + STALE_MS);
      return entry.key;
    }
  }

  private remember(hash: string, key: StoredKey | null, askedAt: number): void {
    if (key) {
      this.known.set(hash, { key, askedAt, freshUntil: askedAt + FRESH_MS });
    } else {
      this.known.delete(hash);
      this.unknownUntil.set(hash, askedAt + FRESH_MS);
    }
  }
}
