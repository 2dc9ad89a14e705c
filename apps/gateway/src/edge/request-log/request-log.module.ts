import { type DynamicModule, Module } from '@nestjs/common';
import { RATE_LIMIT_POLICIES, type RateLimitPolicies } from '../rate-limits/rate-limit-policy.js';
import { DeletedAccountSweeper } from './deleted-account-sweeper.js';
import { PartitionKeeper } from './partition-keeper.js';
import { RequestListHttp } from './request-list/request-list.http.js';
import { RequestListQuery } from './request-list/request-list.query.js';
import { UsageHttp } from './usage/usage.http.js';
import { UsageQuery } from './usage/usage.query.js';
import { RequestLog } from './write/request-log.js';
import { RequestLogMetrics } from './write/request-log-metrics.js';
import { UsageTally } from './write/usage-tally.js';

@Module({})
export class RequestLogModule {
  static forRoot(policies: RateLimitPolicies): DynamicModule {
    return {
      module: RequestLogModule,
      controllers: [RequestListHttp, UsageHttp],
      providers: [
        { provide: RATE_LIMIT_POLICIES, useValue: policies },
        DeletedAccountSweeper,
        PartitionKeeper,
        RequestListQuery,
        RequestLog,
        RequestLogMetrics,
        UsageQuery,
        UsageTally,
      ],
      exports: [RequestLog],
    };
  }
}
