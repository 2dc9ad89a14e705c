import { type Caller, listEnvelope, type ListEnvelope } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import type { ImportJob } from '../../generated/client.js';
import { importView, type ImportView } from '../import-view.js';
import { importNotFound } from '../import.errors.js';
import type { ListRejectedQuery } from './import.schemas.js';

export interface RejectedRow {
  /** Of the file, counted from 1; a CSV's header is a line too. */
  line: number;
  errors: unknown;
}

/** Imports as their own account sees them; for everybody else they are not there. */
@Injectable()
export class ImportQuery {
  constructor(private readonly prisma: PrismaService) {}

  async one(id: string, caller: Caller): Promise<ImportView> {
    return importView(await this.find(id, caller));
  }

  /** Rows that were refused, in the order of the file. */
  async rejected(id: string, { page, per_page: perPage }: ListRejectedQuery, caller: Caller): Promise<ListEnvelope<RejectedRow>> {
    const { rejected: total } = await this.find(id, caller);
    const rows = await this.prisma.importRejection.findMany({ where: { importId: id }, orderBy: { line: 'asc' }, skip: (page - 1) * perPage, take: perPage });
    return listEnvelope(rows.map(({ line, errors }) => ({ line, errors })), { total, page, perPage });
  }

  private async find(id: string, { accountId }: Caller): Promise<ImportJob> {
    const job = await this.prisma.importJob.findFirst({ where: { id, accountId, status: { not: 'uploading' } } });
    if (!job) throw importNotFound(id);
    return job;
  }
}
