import { CurrentCaller, type Requester } from '@cds/service-kit';
import { Controller, Delete, Headers, HttpCode, Param } from '@nestjs/common';
import { DeleteSpeciesHandler } from './delete-species.handler.js';

@Controller('v1/species')
export class DeleteSpeciesHttp {
  constructor(private readonly handler: DeleteSpeciesHandler) {}

  @Delete(':idOrSlug')
  @HttpCode(204)
  delete(
    @Param('idOrSlug') idOrSlug: string,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentCaller() caller: Requester,
  ): Promise<void> {
    return this.handler.execute(idOrSlug, caller, ifMatch);
  }
}
