import { Controller, Get, Query } from '@nestjs/common';
import { CurrentPrincipal } from '../../../identity/principals/current-principal.decorator.js';
import type { Principal } from '../../../identity/principals/principal.js';
import { UsageQuery } from './usage.query.js';
import { usageQuery, type UsageQuery as Asked, type UsageView } from './usage.schemas.js';

@Controller('v1/usage')
export class UsageHttp {
  constructor(private readonly usage: UsageQuery) {}

  @Get()
  read(@Query({ schema: usageQuery }) query: Asked, @CurrentPrincipal() { accountId }: Principal): Promise<UsageView> {
    return this.usage.execute(accountId, query);
  }
}
