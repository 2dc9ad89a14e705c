import type { JsonWebKey } from 'node:crypto';
import { SecretBox } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DatabaseClock } from '../database/database-clock.js';
import type { Prisma } from '../generated/client.js';
import { PrismaService } from '../database/prisma.service.js';
import { REFRESH_MS } from './key-times.js';
import { newPrivateJwk, type SigningKey, signingKeyOf } from './signing-key.js';

/** How long receivers can read a new key before it signs. */
const ANNOUNCED_MS = 86_400_000;
/** How long a key stays published after the next one has begun to sign: as long as attempts can be read. */
const PUBLISHED_AFTER_MS = 30 * 86_400_000;

/** The service's signing keys as rows, which all copies of the service share. */
@Injectable()
export class SigningKeyStore {
  constructor(
    private readonly prisma: PrismaService,
    private readonly box: SecretBox,
    // By the clock of a copy, which may be wrong by a month, a key that signs would be deleted.
    @Inject(DatabaseClock) private readonly clock: Pick<DatabaseClock, 'now'>,
  ) {}

  /**
   * The published keys, the latest to sign first: at least one, as the first copy that finds none creates it. Deletes
   * those whose time is over.
   */
  async all(): Promise<SigningKey[]> {
    const rows = await this.rows(this.prisma);
    if (rows.length === 0) {
      await this.exclusively(async (tx) => {
        if ((await this.rows(tx)).length === 0) await this.add(tx, this.clock.now());
      });
      return this.all();
    }
    const over = this.overIn(rows);
    if (over.length > 0) await this.prisma.signingKey.deleteMany({ where: { id: { in: over } } });
    return rows.filter(({ id }) => !over.includes(id)).map((row) => this.opened(row));
  }

  /**
   * Creates the next key, published at once, which signs when receivers have had time to read it. Fails while
   * there is one already.
   */
  async rotate(): Promise<SigningKey> {
    return this.exclusively(async (tx) => {
      const [latest] = await this.rows(tx);
      const now = this.clock.now();
      if (!latest) return this.add(tx, now);
      if (latest.signsFrom > now) throw new Error(nextKeyAnnounced(latest));
      // Copies publish a new key within a refresh; only then does its announcement begin.
      return this.add(tx, new Date(now.getTime() + REFRESH_MS + ANNOUNCED_MS));
    });
  }

  /** Deletes every key, and creates one that signs at once: for keys that are known to others. */
  async replace(): Promise<SigningKey> {
    return this.exclusively(async (tx) => {
      await tx.signingKey.deleteMany();
      return this.add(tx, this.clock.now());
    });
  }

  /** Copies of the service, and commands, wait for each other. */
  private exclusively<T>(work: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> {
    return this.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('webhook-signing-keys'))`;
      return work(tx);
    });
  }

  private rows(db: Prisma.TransactionClient): Promise<Row[]> {
    return db.signingKey.findMany({
      orderBy: [{ signsFrom: 'desc' }, { id: 'desc' }],
      select: { id: true, sealed: true, signsFrom: true },
    });
  }

  private async add(tx: Prisma.TransactionClient, signsFrom: Date): Promise<SigningKey> {
    const { kid, jwk } = newPrivateJwk();
    const sealed = this.box.seal(JSON.stringify(jwk), kid);
    await tx.signingKey.create({ data: { id: kid, sealed, createdAt: this.clock.now(), signsFrom } });
    return signingKeyOf(kid, jwk, signsFrom);
  }

  private opened({ id, sealed, signsFrom }: Row): SigningKey {
    return signingKeyOf(id, JSON.parse(this.box.open(sealed, id)) as JsonWebKey, signsFrom);
  }

  /** A key signs until the one before it in this list does. */
  private overIn(rows: readonly Row[]): string[] {
    const bound = this.clock.now().getTime() - PUBLISHED_AFTER_MS;
    return rows.filter((_row, at) => (rows[at - 1]?.signsFrom.getTime() ?? Infinity) <= bound).map(({ id }) => id);
  }
}

const nextKeyAnnounced = ({ id, signsFrom }: Row): string =>
  `The next signing key is published already: ${id} signs from ${signsFrom.toISOString()} on.`;

interface Row {
  readonly id: string;
  readonly sealed: string;
  readonly signsFrom: Date;
}
