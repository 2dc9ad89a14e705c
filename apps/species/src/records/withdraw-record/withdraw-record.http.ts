import { CurrentCaller, type Requester } from '@cds/service-kit';
import { Controller, Delete, Headers, HttpCode, Param } from '@nestjs/common';
import { WithdrawRecordHandler } from './withdraw-record.handler.js';

@Controller('v1/species')
export class WithdrawRecordHttp {
  constructor(private readonly handler: WithdrawRecordHandler) {}

  @Delete(':idOrSlug/records/:recordId')
  @HttpCode(204)
  withdraw(
    @Param('idOrSlug') idOrSlug: string,
    @Param('recordId') recordId: string,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentCaller() caller: Requester,
  ): Promise<void> {
    return this.handler.execute(recordId, { idOrSlug, caller, ifMatch });
  }
}
