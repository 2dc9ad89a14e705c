import { Controller, Delete, Headers, HttpCode, Param } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../principals/current-actor.decorator.js';
import { RevokeKeyHandler } from './revoke-key.handler.js';

@Controller('v1/api-keys')
export class RevokeKeyHttp {
  constructor(private readonly handler: RevokeKeyHandler) {}

  @Delete(':id')
  @HttpCode(204)
  revoke(
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentActor() caller: Actor,
  ): Promise<void> {
    return this.handler.execute(id, caller, ifMatch);
  }
}
