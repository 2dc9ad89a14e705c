import { entityTagOf } from '@cds/service-kit';
import { Body, Controller, Headers, Param, Patch, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor } from '../../../principals/current-actor.decorator.js';
import type { ClientView } from '../client-view.js';
import { editClientOf } from './edit-client.js';
import { EditClientHandler } from './edit-client.handler.js';

@Controller('v1/oauth-clients')
export class EditClientHttp {
  constructor(private readonly handler: EditClientHandler) {}

  @Patch(':id')
  async edit(
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Body() body: unknown,
    @CurrentActor() caller: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ClientView> {
    const edited = await this.handler.execute(id, (now) => editClientOf(body, now), caller, ifMatch);
    reply.header('etag', entityTagOf(edited));
    return edited;
  }
}
