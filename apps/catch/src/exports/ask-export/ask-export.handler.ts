import { AppError, findAppError } from '@cds/errors';
import { acceptBody, type Caller, Clock, newId, parseBody } from '@cds/service-kit';
import { Injectable } from '@nestjs/common';
import { CatchWalkQuery } from '../../catches/catch-list/catch-walk.query.js';
import { PrismaService } from '../../database/prisma.service.js';
import { ExportQuery } from '../read-export/export.query.js';
import type { ExportView } from '../export-view.js';
import { ExportWorker } from '../run-export/export-worker.js';
import { askedFilterOf, askExportBody } from './ask-export.schemas.js';

@Injectable()
export class AskExportHandler {
  constructor(
    private readonly prisma: PrismaService,
    private readonly walk: CatchWalkQuery,
    private readonly exports: ExportQuery,
    private readonly worker: ExportWorker,
    private readonly clock: Clock,
  ) {}

  /** Queues an export for the caller's account; fails with `request.invalid` for a filter that a list would refuse. */
  async execute(body: unknown, caller: Caller): Promise<ExportView> {
    const { format, filter = {} } = acceptBody(parseBody(askExportBody, body));
    await this.walk.filterOf(filter, caller.accountId).catch((error: unknown) => Promise.reject(inBody(error)));
    const id = newId('export');
    const now = this.clock.now();
    const job = { id, accountId: caller.accountId, status: 'queued', format, filter: askedFilterOf(body), hasFile: false, createdAt: now, turnAt: now };
    await this.prisma.exportJob.create({ data: { ...job, walked: 0, lastId: '', rows: 0, partNames: [], partBytes: [], attempts: 0 } });
    const queued = await this.exports.one(id, caller);
    this.worker.wake();
    return queued;
  }
}

/** What a list says of a parameter, said of the body's field. */
const inBody = (error: unknown): unknown => {
  const failure = findAppError(error);
  if (!failure || failure.violations.length === 0) return error;
  const violations = failure.violations.map((one) => ('parameter' in one ? { pointer: `/filter/${one.parameter}`, code: one.code, detail: one.detail } : one));
  return new AppError({ code: failure.code, kind: failure.kind, message: failure.message, violations });
};
