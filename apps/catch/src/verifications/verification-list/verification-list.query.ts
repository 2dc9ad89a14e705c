import { type Caller, listEnvelope, type ListEnvelope, POOL } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { catchCodec } from '../../catches/catch.codec.js';
import { PrismaService } from '../../database/prisma.service.js';
import type { Verification } from '../../generated/client.js';
import { verificationNotFound } from '../review.js';
import type { ListVerificationsQuery } from '../verification-schemas.js';
import { verificationView, type VerificationView } from '../verification-view.js';

/** The review queue, newest first. A reviewer sees all requests, everybody else those about catches of their own. */
@Injectable()
export class VerificationListQuery {
  constructor(
    private readonly prisma: PrismaService,
    @Inject(POOL) private readonly pool: pg.Pool,
  ) {}

  async list({ page, per_page: perPage, status }: ListVerificationsQuery, caller: Caller): Promise<ListEnvelope<VerificationView>> {
    const where = { ...visibleTo(caller), ...(status && { status: { in: status } }) };
    const [rows, total] = await Promise.all([
      this.prisma.verification.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], skip: (page - 1) * perPage, take: perPage }),
      this.prisma.verification.count({ where }),
    ]);
    return listEnvelope(await this.viewsOf(rows), { total, page, perPage });
  }

  /** Fails with `verification.not_found` for what the caller may not see. */
  async one(id: string, caller: Caller): Promise<VerificationView> {
    const rows = await this.prisma.verification.findMany({ where: { id, ...visibleTo(caller) } });
    const [view] = await this.viewsOf(rows);
    if (!view) throw verificationNotFound(id);
    return view;
  }

  /** Whoever asks; for writers, who look at whose it is themselves. */
  async find(id: string): Promise<Verification> {
    const row = await this.prisma.verification.findUnique({ where: { id } });
    if (!row) throw verificationNotFound(id);
    return row;
  }

  /** Without the evidence of those whose angler is just being erased. */
  private async viewsOf(rows: readonly Verification[]): Promise<VerificationView[]> {
    const { rows: erased } = await this.pool.query<{ id: string }>(ERASED, [rows.map(({ catchId }) => catchId)]);
    const gone = new Set(erased.map(({ id }) => id));
    return rows.map((row) => verificationView(gone.has(row.catchId) ? { ...row, evidence: NO_EVIDENCE } : row));
  }
}

const NO_EVIDENCE = { photos: [], witness: null, certificate_number: null };

const ERASED = `
SELECT DISTINCT stream_id AS id FROM events WHERE stream_id = ANY($1) AND personal IS NOT NULL AND ${catchCodec.isErased}`;

const visibleTo = ({ scopes, accountId }: Caller): { accountId?: string } =>
  scopes.includes('verifications:write') ? {} : { accountId };
