import { Controller, Delete, Headers, HttpCode, Param } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../principals/current-actor.decorator.js';
import { DeleteAccountHandler } from './delete-account.handler.js';

@Controller('v1/accounts')
export class DeleteAccountHttp {
  constructor(private readonly handler: DeleteAccountHandler) {}

  @Delete(':id')
  @HttpCode(204)
  delete(
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentActor() caller: Actor,
  ): Promise<void> {
    return this.handler.execute(id, caller, ifMatch);
  }
}
