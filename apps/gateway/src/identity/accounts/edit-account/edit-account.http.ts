import { acceptBody, parseBody } from '@cds/validation';
import { entityTagOf } from '@cds/service-kit';
import { Body, Controller, Headers, Param, Patch, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor } from '../../principals/current-actor.decorator.js';
import { editAccountBody } from '../account-schemas.js';
import type { AccountView } from '../account-view.js';
import { EditAccountHandler } from './edit-account.handler.js';

@Controller('v1/accounts')
export class EditAccountHttp {
  constructor(private readonly handler: EditAccountHandler) {}

  @Patch(':id')
  async edit(
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Body() body: unknown,
    @CurrentActor() caller: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AccountView> {
    const readPatch = () => acceptBody(parseBody(editAccountBody, body));
    const edited = await this.handler.execute(id, readPatch, caller, ifMatch);
    reply.header('etag', entityTagOf(edited));
    return edited;
  }
}
