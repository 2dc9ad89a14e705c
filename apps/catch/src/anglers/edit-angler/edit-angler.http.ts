import { CurrentCaller, entityTagOf, type Requester } from '@cds/service-kit';
import { acceptBody, parseBody } from '@cds/validation';
import { Body, Controller, Headers, Param, Patch, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { AnglerView } from '../../angler-lookup/angler-view.js';
import { editAnglerBody } from '../angler-schemas.js';
import { EditAnglerHandler } from './edit-angler.handler.js';

@Controller('v1/anglers')
export class EditAnglerHttp {
  constructor(private readonly handler: EditAnglerHandler) {}

  @Patch(':id')
  async edit(
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnglerView> {
    const readPatch = () => acceptBody(parseBody(editAnglerBody, body));
    const edited = await this.handler.execute(id, readPatch, caller, ifMatch);
    reply.header('etag', entityTagOf(edited));
    return edited;
  }
}
