import { CurrentCaller, type Requester } from '@cds/service-kit';
import { Controller, Delete, Headers, HttpCode, Param } from '@nestjs/common';
import { DeleteEndpointHandler } from './delete-endpoint.handler.js';

@Controller('v1/webhooks')
export class DeleteEndpointHttp {
  constructor(private readonly handler: DeleteEndpointHandler) {}

  @Delete(':id')
  @HttpCode(204)
  delete(
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentCaller() caller: Requester,
  ): Promise<void> {
    return this.handler.execute(id, caller, ifMatch);
  }
}
