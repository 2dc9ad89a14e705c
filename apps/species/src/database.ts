import { POOL } from '@cds/postgres';
import { Inject, Injectable } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from './generated/client.js';

/** Prisma on the service's own pool, which whoever made it also ends. */
@Injectable()
export class Database extends PrismaClient {
  constructor(@Inject(POOL) pool: pg.Pool) {
    super({ adapter: new PrismaPg(pool) });
  }
}
