import { POOL, newId, type Caller } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { PrismaService } from '../database/prisma.service.js';

export interface Angler {
  id: string;
  name: string;
}

/** An angler as everybody may see one. */
export interface AnglerView extends Angler {
  created_at: string;
  updated_at: string;
}

/** The people who fish. An account has one of its own, made on its first catch. */
@Injectable()
export class Anglers {
  /** An account's own angler never changes its id, so what is known stays true. */
  private readonly own = new LRUCache<string, Angler>({ max: 10_000 });

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly prisma: PrismaService,
  ) {}

  /** Whose catch it is: the angler that is named and known to be the account's, or the account's own. The name of one's own alone is known. */
  async ofCatch(id: string | undefined, caller: Caller, at: Date): Promise<{ id: string; name?: string }> {
    return id === undefined ? this.ofAccount(caller, at) : { id };
  }

  async ofAccount(caller: Caller, at: Date): Promise<Angler> {
    const known = this.own.get(caller.accountId);
    if (known) return known;
    await this.pool.query(MAKE_OWN, [newId('angler'), caller.accountId, caller.accountName, at]);
    const { rows } = await this.pool.query<Angler>('SELECT id, name FROM anglers WHERE account_id = $1 AND is_own', [caller.accountId]);
    const [angler] = rows;
    if (!angler) throw new Error(`the account ${caller.accountId} has no angler of its own right after it was made`);
    this.own.set(caller.accountId, angler);
    return angler;
  }

  /** The angler with this id if the account has one; null for another account's. */
  async find(accountId: string, id: string): Promise<Angler | null> {
    return this.prisma.angler.findUnique({ where: { id, accountId }, select: { id: true, name: true } });
  }

  async names(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.pool.query<Angler>({ name: 'angler-names', text: 'SELECT id, name FROM anglers WHERE id = ANY($1)', values: [[...new Set(ids)]] });
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  async views(ids: readonly string[]): Promise<ReadonlyMap<string, AnglerView>> {
    const rows = await this.prisma.angler.findMany({ where: { id: { in: [...new Set(ids)] } }, select: { id: true, name: true, createdAt: true, updatedAt: true } });
    return new Map(rows.map(({ id, name, createdAt, updatedAt }) => [id, { id, name, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() }]));
  }
}

const MAKE_OWN = `
INSERT INTO anglers (id, account_id, name, is_own, created_at, updated_at) VALUES ($1, $2, $3, true, $4, $4)
ON CONFLICT (account_id) WHERE is_own DO NOTHING`;
