import { Controller, Delete, HttpCode, Param, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../../principals/current-actor.decorator.js';
import { type CascadeQuery, cascadeQuery } from '../../../made-credentials/cascade-query.js';
import { RevokeGrantHandler } from './revoke-grant.handler.js';

@Controller('v1/oauth-grants')
export class RevokeGrantHttp {
  constructor(private readonly handler: RevokeGrantHandler) {}

  @Delete(':id')
  @HttpCode(204)
  revoke(
    @Param('id') id: string,
    @Query({ schema: cascadeQuery }) { cascade }: CascadeQuery,
    @CurrentActor() caller: Actor,
  ): Promise<void> {
    return this.handler.execute(id, caller, cascade);
  }
}
