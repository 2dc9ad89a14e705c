import { Inject, Injectable } from '@nestjs/common';
import { DatabaseClock } from '../database/database-clock.js';
import { REFRESH_MS } from './key-times.js';
import type { SigningKey } from './signing-key.js';
import { SigningKeyStore } from './signing-key.store.js';

/** The service's signing keys as this copy knows them: read from the database when they are needed, once a minute. */
@Injectable()
export class SigningKeys {
  private keys: readonly SigningKey[] = [];
  private readAt = -Infinity;
  private reading: Promise<void> | undefined;

  constructor(
    private readonly store: SigningKeyStore,
    @Inject(DatabaseClock) private readonly clock: Pick<DatabaseClock, 'now'>,
  ) {}

  /** The published keys, the latest to sign first; at least one. Rejects when they cannot be read. */
  async all(): Promise<readonly SigningKey[]> {
    // Either way: a clock that was ahead is set back, and keys may be replaced before it is there again.
    const ageMs = Math.abs(this.clock.now().getTime() - this.readAt);
    if (ageMs >= REFRESH_MS) await (this.reading ??= this.read());
    return this.keys;
  }

  /** The key that signs now. */
  async signing(): Promise<SigningKey> {
    const keys = await this.all();
    const now = this.clock.now();
    // The first key may come from a copy whose clock is a little ahead.
    const key = keys.find(({ signsFrom }) => signsFrom <= now) ?? keys.at(-1);
    if (!key) throw new Error('There is no signing key.');
    return key;
  }

  private async read(): Promise<void> {
    try {
      const startedAt = this.clock.now().getTime();
      this.keys = await this.store.all();
      this.readAt = startedAt;
    } finally {
      this.reading = undefined;
    }
  }
}
