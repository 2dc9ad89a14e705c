import type { Caller } from '@cds/identity';
import { CurrentCaller } from '@cds/service-kit';
import { Controller, Delete, HttpCode, Param } from '@nestjs/common';
import { DeleteEndpointHandler } from './delete-endpoint.handler.js';

@Controller('v1/webhooks')
export class DeleteEndpointHttp {
  constructor(private readonly handler: DeleteEndpointHandler) {}

  @Delete(':id')
  @HttpCode(204)
  delete(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<void> {
    return this.handler.execute(id, caller);
  }
}
