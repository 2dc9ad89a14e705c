import { POOL } from '@cds/postgres';
import { newId } from '@cds/service-kit';
import type { Caller } from '@cds/identity';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { PrismaService } from '../database/prisma.service.js';
import { ANGLER_COLUMNS, type AnglerRow, type AnglerView, anglerView } from './angler-view.js';

export interface Angler {
  id: string;
  name: string;
}

/** How an angler is shown. */
export interface NamedAngler {
  readonly name: string;
  /** Then nothing else that is personal of them is shown. */
  readonly isErased: boolean;
}

/** How long another copy of this service may answer with an own angler's old name. */
const KNOWN_FOR_MS = 1_000;

/**
 * The people who fish. An account has one of its own, made on its first catch and again on the first one after an
 * erasure.
 */
@Injectable()
export class Anglers {
  private readonly own = new LRUCache<string, Angler>({ max: 10_000, ttl: KNOWN_FOR_MS });

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly prisma: PrismaService,
  ) {}

  /**
   * The angler of a new catch: `id`, which is known to be the account's, or the account's own angler. Only the name of
   * the account's own angler is known.
   */
  async ofCatch(id: string | undefined, caller: Caller, at: Date): Promise<{ id: string; name?: string }> {
    return id === undefined ? this.ofAccount(caller, at) : { id };
  }

  async ofAccount(caller: Caller, at: Date): Promise<Angler> {
    const known = this.own.get(caller.accountId);
    if (known) return known;
    const angler = (await this.findOwn(caller.accountId)) ?? (await this.makeOwn(caller, at));
    this.own.set(caller.accountId, angler);
    return angler;
  }

  /** Call it when the account's own angler has a new name or was erased. */
  forgetOwn(accountId: string): void {
    this.own.delete(accountId);
  }

  /** The angler of the account with this id; null for another account's angler and for one who was erased. */
  async find(accountId: string, id: string): Promise<Angler | null> {
    return this.prisma.angler.findUnique({
      where: { id, accountId, erasedAt: null },
      select: { id: true, name: true },
    });
  }

  async names(ids: readonly string[]): Promise<ReadonlyMap<string, NamedAngler>> {
    const { rows } = await this.pool.query<NamedAngler & { id: string }>({
      name: 'angler-names',
      text: NAMES,
      values: [[...new Set(ids)]],
    });
    return new Map(rows.map(({ id, ...named }) => [id, named]));
  }

  /** Whether a catch is that of an angler who was erased; never of a deleted one. */
  async isErasedOf(catchId: string): Promise<boolean> {
    const { rows } = await this.pool.query({ name: 'is-angler-erased', text: ERASED_OF, values: [catchId] });
    return rows.length > 0;
  }

  /** Anglers as an account sees them. */
  async views(ids: readonly string[], viewer: string): Promise<ReadonlyMap<string, AnglerView>> {
    const { rows } = await this.pool.query<AnglerRow>({
      name: 'angler-views',
      text: VIEWS,
      values: [[...new Set(ids)]],
    });
    return new Map(rows.map((row) => [row.id, anglerView(row, viewer)]));
  }

  private async findOwn(accountId: string): Promise<Angler | undefined> {
    const { rows } = await this.pool.query<Angler>({ name: 'own-angler', text: OWN, values: [accountId] });
    return rows[0];
  }

  private async makeOwn(caller: Caller, at: Date): Promise<Angler> {
    await this.pool.query(MAKE_OWN, [newId('angler'), caller.accountId, caller.accountName, at]);
    const made = await this.findOwn(caller.accountId);
    if (!made) throw new Error(`the account ${caller.accountId} has no angler of its own right after it was made`);
    return made;
  }
}

const NAMES = 'SELECT id, name, erased_at IS NOT NULL AS "isErased" FROM anglers WHERE id = ANY($1)';

const ERASED_OF = `SELECT FROM catches WHERE id = $1
  AND (SELECT erased_at FROM anglers WHERE anglers.id = catches.angler_id) IS NOT NULL`;

const VIEWS = `SELECT ${ANGLER_COLUMNS} FROM anglers WHERE id = ANY($1)`;

const OWN = 'SELECT id, name FROM anglers WHERE account_id = $1 AND is_own';

const MAKE_OWN = `
INSERT INTO anglers (id, account_id, name, is_own, created_at, updated_at) VALUES ($1, $2, $3, true, $4, $4)
ON CONFLICT (account_id) WHERE is_own DO NOTHING`;
