import { CurrentCaller, type Requester } from '@cds/service-kit';
import { Controller, Delete, Headers, HttpCode, Param } from '@nestjs/common';
import { DeleteCatchHandler } from './delete-catch.handler.js';

@Controller('v1/catches')
export class DeleteCatchHttp {
  constructor(private readonly handler: DeleteCatchHandler) {}

  @Delete(':id')
  @HttpCode(204)
  delete(
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentCaller() caller: Requester,
  ): Promise<void> {
    return this.handler.execute({ id, caller, ifMatch });
  }
}
