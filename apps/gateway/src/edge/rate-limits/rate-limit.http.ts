import { Controller, Get, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { quotaOf } from './request-quota.js';

/** Answers what a credential may still do. */
@Controller('v1/rate_limit')
export class RateLimitHttp {
  @Get()
  rateLimit(@Req() { raw }: FastifyRequest): object {
    const quota = quotaOf(raw);
    if (!quota) throw new Error('the pipeline lets nobody through without a quota');
    const { policy, remaining, resetSeconds } = quota;
    return {
      policy: policy.name,
      limit: policy.limit,
      window_seconds: policy.windowSeconds,
      remaining,
      reset_seconds: resetSeconds,
    };
  }
}
