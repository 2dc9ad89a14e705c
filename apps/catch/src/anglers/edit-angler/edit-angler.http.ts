import { CurrentCaller, type Requester } from '@cds/service-kit';
import { Body, Controller, Param, Patch } from '@nestjs/common';
import type { AnglerView } from '../angler-view.js';
import { EditAnglerHandler } from './edit-angler.handler.js';

@Controller('v1/anglers')
export class EditAnglerHttp {
  constructor(private readonly handler: EditAnglerHandler) {}

  @Patch(':id')
  edit(@Param('id') id: string, @Body() body: unknown, @CurrentCaller() caller: Requester): Promise<AnglerView> {
    return this.handler.execute(id, body, caller);
  }
}
