import { type Caller, listEnvelope, type ListEnvelope } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import type { Verification } from '../../generated/client.js';
import { verificationNotFound } from '../review.js';
import type { ListVerificationsQuery } from '../verification-schemas.js';
import { verificationView, type VerificationView } from '../verification-view.js';

/** The review queue, newest first. A reviewer sees all requests, everybody else those about catches of their own. */
@Injectable()
export class VerificationListQuery {
  constructor(private readonly prisma: PrismaService) {}

  async list({ page, per_page: perPage, status }: ListVerificationsQuery, caller: Caller): Promise<ListEnvelope<VerificationView>> {
    const where = { ...visibleTo(caller), ...(status && { status: { in: status } }) };
    const [rows, total] = await Promise.all([
      this.prisma.verification.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], skip: (page - 1) * perPage, take: perPage }),
      this.prisma.verification.count({ where }),
    ]);
    return listEnvelope(rows.map(verificationView), { total, page, perPage });
  }

  /** Fails with `verification.not_found` for what the caller may not see. */
  async one(id: string, caller: Caller): Promise<VerificationView> {
    const row = await this.prisma.verification.findFirst({ where: { id, ...visibleTo(caller) } });
    if (!row) throw verificationNotFound(id);
    return verificationView(row);
  }

  /** Whoever asks; for writers, who look at whose it is themselves. */
  async find(id: string): Promise<Verification> {
    const row = await this.prisma.verification.findUnique({ where: { id } });
    if (!row) throw verificationNotFound(id);
    return row;
  }
}

const visibleTo = ({ scopes, accountId }: Caller): { accountId?: string } =>
  scopes.includes('verifications:write') ? {} : { accountId };
