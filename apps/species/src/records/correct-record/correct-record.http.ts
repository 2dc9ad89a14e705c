import { CurrentCaller, type Requester } from '@cds/service-kit';
import { parseBody } from '@cds/validation';
import { Body, Controller, Headers, Param, Put, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { taggedView } from '../../catalogue/species-tag.js';
import type { RecordView } from '../record-view.js';
import { worldRecordBody } from '../world-record-body.js';
import { CorrectRecordHandler } from './correct-record.handler.js';

@Controller('v1/species')
export class CorrectRecordHttp {
  constructor(private readonly handler: CorrectRecordHandler) {}

  @Put(':idOrSlug/records/:recordId')
  async correct(
    @Param('idOrSlug') idOrSlug: string,
    @Param('recordId') recordId: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RecordView> {
    const readBody = () => parseBody(worldRecordBody, body);
    const { view, tag } = await this.handler.execute(recordId, { idOrSlug, caller, ifMatch }, readBody);
    reply.header('etag', taggedView(tag, view));
    return view;
  }
}
