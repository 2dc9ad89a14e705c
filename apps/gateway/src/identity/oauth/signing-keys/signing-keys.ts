import { setTimeout as sleep } from 'node:timers/promises';
import { ReadinessRegistry } from '@cds/health';
import { Clock } from '@cds/service-kit';
import { BackgroundWork, type RecurringTask } from '@cds/work-queue';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { oauthAway } from '../oauth-away.errors.js';
import type { SigningKey } from './signing-key.js';
import { SigningKeyStore } from './signing-key.store.js';

/** A new key is announced an hour ahead, so each copy knows it long before it signs. */
const REFRESH_MS = 60_000;
/** How often at most an unknown `kid` makes the keys be read again. */
const UNKNOWN_MS = 5_000;
/** How soon after a failure a copy that knows no key tries again. */
const RETRY_MS = 1_000;

/** The keys that sign access tokens, as this copy knows them; rotated every 90 days by whichever copy comes first. */
@Injectable()
export class SigningKeys implements OnModuleInit {
  private keys: readonly SigningKey[] = [];
  private readAt = 0;
  private readonly keeping: RecurringTask;

  constructor(
    private readonly store: SigningKeyStore,
    private readonly clock: Clock,
    private readonly readiness: ReadinessRegistry,
    background: BackgroundWork,
  ) {
    const run = (signal: AbortSignal) => this.keepTrying(signal);
    this.keeping = background.recurring({ name: 'oauth-signing-keys', everyMs: REFRESH_MS, run });
  }

  /** The service starts without its database, and is not ready before there is a key. The task logs what fails. */
  async onModuleInit(): Promise<void> {
    this.readiness.add('oauth_signing_keys', () => {
      if (!this.areKnown()) throw new Error('the keys that sign access tokens were not read yet');
    });
    await this.keepFresh().catch(() => this.keeping.runSoon());
  }

  areKnown(): boolean {
    return this.keys.length > 0;
  }

  /**
   * All that may be seen in `/oauth/jwks`; the same array as long as nothing changed. Throws `service.unavailable`
   * until they were read for the first time.
   */
  all(): readonly SigningKey[] {
    if (!this.areKnown()) throw oauthAway();
    return this.keys;
  }

  /** The newest of those whose time has come. */
  signing(): SigningKey {
    const now = this.clock.now();
    const key = this.keys.find(({ signsFrom }) => signsFrom <= now) ?? this.keys.at(-1);
    if (!key) throw new Error('there is no signing key');
    return key;
  }

  /** Undefined for a key that is none of ours. Rejects as `all` throws. */
  async find(kid: string): Promise<SigningKey | undefined> {
    const known = this.all().find((key) => key.kid === kid);
    if (known || this.clock.now().getTime() < this.readAt + UNKNOWN_MS) return known;
    await this.refresh();
    return this.keys.find((key) => key.kid === kid);
  }

  async refresh(): Promise<void> {
    this.readAt = this.clock.now().getTime();
    const keys = await this.store.all();
    if (stateOf(keys) !== stateOf(this.keys)) this.keys = keys;
  }

  private async keepTrying(signal: AbortSignal): Promise<void> {
    try {
      await this.keepFresh();
    } catch (error) {
      if (!this.areKnown()) {
        await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
        this.keeping.runSoon();
      }
      throw error;
    }
  }

  private async keepFresh(): Promise<void> {
    await this.store.rotate();
    await this.refresh();
  }
}

const stateOf = (keys: readonly SigningKey[]): string =>
  keys.map(({ kid, signsFrom }) => `${kid} ${signsFrom.getTime()}`).join();
