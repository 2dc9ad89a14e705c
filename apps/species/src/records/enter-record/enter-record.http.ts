import { Idempotent } from '@cds/idempotency';
import { CurrentCaller, type Requester } from '@cds/service-kit';
import { parseBody } from '@cds/validation';
import { Body, Controller, Headers, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { RecordView } from '../record-view.js';
import { worldRecordBody } from '../world-record-body.js';
import { EnterRecordHandler } from './enter-record.handler.js';

@Controller('v1/species')
export class EnterRecordHttp {
  constructor(private readonly handler: EnterRecordHandler) {}

  @Post(':idOrSlug/records')
  @Idempotent()
  async enter(
    @Param('idOrSlug') idOrSlug: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RecordView> {
    const readBody = () => parseBody(worldRecordBody, body);
    const entered = await this.handler.execute({ idOrSlug, caller, ifMatch }, readBody);
    reply.headers(entered.headers);
    return entered.body;
  }
}
