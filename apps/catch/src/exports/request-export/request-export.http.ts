import { CurrentCaller, type Requester } from '@cds/service-kit';
import { Idempotent } from '@cds/idempotency';
import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { ExportView } from '../export-view.js';
import { queuedExport, RequestExportHandler } from './request-export.handler.js';

@Controller('v1/catches/export')
export class RequestExportHttp {
  constructor(private readonly handler: RequestExportHandler) {}

  @Post()
  @HttpCode(202)
  @Idempotent()
  async request(
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ExportView> {
    const queued = await this.handler.execute(body, caller);
    reply.headers(queuedExport(queued).headers);
    return queued;
  }
}
