import { CurrentCaller, type Requester } from '@cds/service-kit';
import { parseBody } from '@cds/validation';
import { Body, Controller, Headers, Param, Put } from '@nestjs/common';
import type { RecordView } from '../record-view.js';
import { worldRecordBody } from '../world-record-body.js';
import { CorrectRecordHandler } from './correct-record.handler.js';

@Controller('v1/species')
export class CorrectRecordHttp {
  constructor(private readonly handler: CorrectRecordHandler) {}

  @Put(':idOrSlug/records/:recordId')
  correct(
    @Param('idOrSlug') idOrSlug: string,
    @Param('recordId') recordId: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
  ): Promise<RecordView> {
    return this.handler.execute(recordId, { idOrSlug, caller, ifMatch }, () => parseBody(worldRecordBody, body));
  }
}
