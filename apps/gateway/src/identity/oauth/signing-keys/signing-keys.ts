import { Clock } from '@cds/service-kit';
import { BackgroundWork } from '@cds/work-queue';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { SigningKey } from './signing-key.js';
import { SigningKeyStore } from './signing-key.store.js';

/** A new key is announced an hour ahead, so each copy knows it long before it signs. */
const REFRESH_MS = 60_000;
/** How often at most an unknown `kid` makes the keys be read again. */
const UNKNOWN_MS = 5_000;

/** The keys that sign access tokens, as this copy knows them; rotated every 90 days by whichever copy comes first. */
@Injectable()
export class SigningKeys implements OnModuleInit {
  private keys: readonly SigningKey[] = [];
  private readAt = 0;

  constructor(
    private readonly store: SigningKeyStore,
    private readonly clock: Clock,
    background: BackgroundWork,
  ) {
    background.recurring({ name: 'oauth-signing-keys', everyMs: REFRESH_MS, run: () => this.keepFresh() });
  }

  /** Does not start before there is a key. */
  async onModuleInit(): Promise<void> {
    await this.keepFresh();
  }

  /** All that may be seen in `/oauth/jwks`; the same array as long as nothing changed. */
  all(): readonly SigningKey[] {
    return this.keys;
  }

  /** The newest of those whose time has come. */
  signing(): SigningKey {
    const now = this.clock.now();
    const key = this.keys.find(({ signsFrom }) => signsFrom <= now) ?? this.keys.at(-1);
    if (!key) throw new Error('there is no signing key');
    return key;
  }

  /** Undefined for a key that is none of ours. */
  async find(kid: string): Promise<SigningKey | undefined> {
    const known = this.keys.find((key) => key.kid === kid);
    if (known || this.clock.now().getTime() < this.readAt + UNKNOWN_MS) return known;
    await this.refresh();
    return this.keys.find((key) => key.kid === kid);
  }

  async refresh(): Promise<void> {
    this.readAt = this.clock.now().getTime();
    const keys = await this.store.all();
    if (stateOf(keys) !== stateOf(this.keys)) this.keys = keys;
  }

  private async keepFresh(): Promise<void> {
    await this.store.rotate();
    await this.refresh();
  }
}

const stateOf = (keys: readonly SigningKey[]): string =>
  keys.map(({ kid, signsFrom }) => `${kid} ${signsFrom.getTime()}`).join();
