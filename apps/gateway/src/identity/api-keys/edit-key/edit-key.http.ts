import { Clock } from '@cds/service-kit';
import { Body, Controller, Headers, Param, Patch, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor } from '../../principals/current-actor.decorator.js';
import { apiKeyTag, type ApiKeyView } from '../api-key-view.js';
import { editKeyOf } from './edit-key.js';
import { EditKeyHandler } from './edit-key.handler.js';

@Controller('v1/api-keys')
export class EditKeyHttp {
  constructor(
    private readonly handler: EditKeyHandler,
    private readonly clock: Clock,
  ) {}

  @Patch(':id')
  async edit(
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Body() body: unknown,
    @CurrentActor() caller: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ApiKeyView> {
    const edited = await this.handler.execute(id, () => editKeyOf(body, this.clock.now()), caller, ifMatch);
    reply.header('etag', apiKeyTag(edited));
    return edited;
  }
}
