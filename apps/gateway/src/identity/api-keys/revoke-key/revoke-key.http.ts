import { Controller, Delete, Headers, HttpCode, Param, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../principals/current-actor.decorator.js';
import { type CascadeQuery, cascadeQuery } from '../../made-credentials/cascade-query.js';
import { RevokeKeyHandler } from './revoke-key.handler.js';

@Controller('v1/api-keys')
export class RevokeKeyHttp {
  constructor(private readonly handler: RevokeKeyHandler) {}

  @Delete(':id')
  @HttpCode(204)
  revoke(
    @Param('id') id: string,
    @Query({ schema: cascadeQuery }) { cascade }: CascadeQuery,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentActor() caller: Actor,
  ): Promise<void> {
    return this.handler.execute(id, caller, ifMatch, cascade);
  }
}
