import { CurrentCaller, type Requester } from '@cds/service-kit';
import { Controller, Delete, Headers, HttpCode, Param } from '@nestjs/common';
import { EraseAnglerHandler } from './erase-angler.handler.js';

@Controller('v1/anglers')
export class EraseAnglerHttp {
  constructor(private readonly handler: EraseAnglerHandler) {}

  @Delete(':id')
  @HttpCode(204)
  erase(
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentCaller() caller: Requester,
  ): Promise<void> {
    return this.handler.execute(id, caller, ifMatch);
  }
}
