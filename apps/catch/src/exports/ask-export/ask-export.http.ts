import { type Caller, CurrentCaller } from '@cds/service-kit';
import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { ExportView } from '../export-view.js';
import { AskExportHandler } from './ask-export.handler.js';

@Controller('v1/catches/export')
export class AskExportHttp {
  constructor(private readonly handler: AskExportHandler) {}

  @Post()
  @HttpCode(202)
  async ask(@Body() body: unknown, @CurrentCaller() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply): Promise<ExportView> {
    const queued = await this.handler.execute(body, caller);
    reply.header('location', `/v1/exports/${queued.id}`);
    return queued;
  }
}
