import { Controller, Delete, HttpCode, Param } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../principals/current-actor.decorator.js';
import { EndSecondFactorsHandler } from './end-second-factors.handler.js';

@Controller('v1/accounts')
export class EndSecondFactorsHttp {
  constructor(private readonly handler: EndSecondFactorsHandler) {}

  @Delete(':id/second-factors')
  @HttpCode(204)
  end(@Param('id') id: string, @CurrentActor() caller: Actor): Promise<void> {
    return this.handler.execute(id, caller);
  }
}
