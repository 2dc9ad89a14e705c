import { callerGoneSignal } from '@cds/service-kit';
import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentPrincipal } from '../../../identity/principals/current-principal.decorator.js';
import type { Principal } from '../../../identity/principals/principal.js';
import { UsageQuery } from './usage.query.js';
import { usageQuery, type UsageQuery as Asked, type UsageView } from './usage.schemas.js';

@Controller('v1/usage')
export class UsageHttp {
  constructor(private readonly usage: UsageQuery) {}

  @Get()
  read(
    @Query({ schema: usageQuery }) query: Asked,
    @CurrentPrincipal() { accountId }: Principal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UsageView> {
    return this.usage.execute(accountId, query, callerGoneSignal(reply));
  }
}
