import { POOL } from '@cds/postgres';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../generated/client.js';

/** Ordinary reads and writes, on the service's own pool. */
@Injectable()
export class PrismaService extends PrismaClient implements OnModuleDestroy {
  constructor(@Inject(POOL) pool: pg.Pool) {
    // Longer than the pool waits for a connection, and than a statement runs: their errors tell what happened, and that
    // it heals.
    super({ adapter: new PrismaPg(pool), transactionOptions: { maxWait: 6_000, timeout: 20_000 } });
  }

  async onModuleDestroy(): Promise<void> {
    await this.$disconnect();
  }
}
