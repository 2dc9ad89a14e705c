import { Controller, Delete, Headers, HttpCode, Param, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../../principals/current-actor.decorator.js';
import { type CascadeQuery, cascadeQuery } from '../../../made-credentials/cascade-query.js';
import { DeleteClientHandler } from './delete-client.handler.js';

@Controller('v1/oauth-clients')
export class DeleteClientHttp {
  constructor(private readonly handler: DeleteClientHandler) {}

  @Delete(':id')
  @HttpCode(204)
  delete(
    @Param('id') id: string,
    @Query({ schema: cascadeQuery }) { cascade }: CascadeQuery,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentActor() caller: Actor,
  ): Promise<void> {
    return this.handler.execute(id, caller, ifMatch, cascade);
  }
}
