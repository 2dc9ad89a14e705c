import type { Caller } from '@cds/identity';
import { callerGoneSignal, CurrentCaller } from '@cds/service-kit';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { StatsQuery } from './stats.query.js';
import { readStatsQuery, type ReadStatsQuery, type StatsView } from './stats.schemas.js';

@Controller('v1/webhooks')
export class StatsHttp {
  constructor(private readonly stats: StatsQuery) {}

  @Get(':id/stats')
  readStats(
    @Param('id') id: string,
    @Query({ schema: readStatsQuery }) query: ReadStatsQuery,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StatsView> {
    return this.stats.execute(id, caller, query, callerGoneSignal(reply));
  }
}
