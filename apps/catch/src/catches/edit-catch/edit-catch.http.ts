import { CurrentCaller, type Requester } from '@cds/service-kit';
import { Body, Controller, Param, Patch } from '@nestjs/common';
import type { CatchView } from '../catch-view.js';
import { EditCatchHandler } from './edit-catch.handler.js';

@Controller('v1/catches')
export class EditCatchHttp {
  constructor(private readonly handler: EditCatchHandler) {}

  @Patch(':id')
  edit(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Requester): Promise<CatchView> {
    return this.handler.execute(id, body, caller);
  }
}
