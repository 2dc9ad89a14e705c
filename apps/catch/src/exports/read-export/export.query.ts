import type { Caller } from '@cds/identity';
import { Clock } from '@cds/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import type { ExportJob } from '../../generated/client.js';
import { EXPORT_ORIGIN } from '../export-origin.js';
import { exportView, type ExportView } from '../export-view.js';
import { exportNotFound } from '../export.errors.js';

/** Exports as their own account sees them; for everybody else they are not there. */
@Injectable()
export class ExportQuery {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
    @Inject(EXPORT_ORIGIN) private readonly origin: string,
  ) {}

  async one(id: string, caller: Caller): Promise<ExportView> {
    return exportView(await this.find(id, caller), this.origin, this.clock.now());
  }

  async find(id: string, { accountId }: Caller): Promise<ExportJob> {
    const job = await this.prisma.exportJob.findFirst({ where: { id, accountId } });
    if (!job) throw exportNotFound(id);
    return job;
  }
}
