import { acceptBody, parseBody } from '@cds/validation';
import { Idempotent } from '@cds/idempotency';
import { Body, Controller, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor } from '../../principals/current-actor.decorator.js';
import { rollKeyBody } from '../api-key-schemas.js';
import { createdKey, type ShownKey } from '../new-key.js';
import { RollKeyHandler } from './roll-key.handler.js';

@Controller('v1/api-keys')
export class RollKeyHttp {
  constructor(private readonly handler: RollKeyHandler) {}

  @Post(':id/roll')
  @Idempotent()
  async roll(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentActor() caller: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ShownKey> {
    const readOrder = () => acceptBody(parseBody(rollKeyBody, body ?? {}));
    const { key, ...view } = await this.handler.execute(id, readOrder, caller);
    reply.headers(createdKey(view).headers);
    return { ...view, key };
  }
}
