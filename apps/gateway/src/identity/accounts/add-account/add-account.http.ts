import { Idempotent } from '@cds/idempotency';
import { Body, Controller, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Actor, CurrentActor } from '../../principals/current-actor.decorator.js';
import { type AddAccount, addAccountBody } from '../account-schemas.js';
import { type AccountView, addedAccount } from '../account-view.js';
import { AddAccountHandler } from './add-account.handler.js';

@Controller('v1/accounts')
export class AddAccountHttp {
  constructor(private readonly handler: AddAccountHandler) {}

  @Post()
  @Idempotent()
  async add(
    @Body({ schema: addAccountBody }) body: AddAccount,
    @CurrentActor() caller: Actor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AccountView> {
    const added = await this.handler.execute(body, caller);
    reply.headers(addedAccount(added).headers);
    return added;
  }
}
