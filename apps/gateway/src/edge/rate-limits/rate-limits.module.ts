import { type DynamicModule, Module } from '@nestjs/common';
import { RATE_LIMIT_POLICIES, type RateLimitPolicies } from './rate-limit-policy.js';
import { RateLimitHttp } from './rate-limit.http.js';
import { RateLimiter } from './rate-limiter.js';
import { RequestLimits } from './request-limits.js';
import { SpentWindows } from './spent-windows.js';

@Module({})
export class RateLimitsModule {
  static forRoot(policies: RateLimitPolicies): DynamicModule {
    return {
      module: RateLimitsModule,
      controllers: [RateLimitHttp],
      providers: [{ provide: RATE_LIMIT_POLICIES, useValue: policies }, RateLimiter, RequestLimits, SpentWindows],
      exports: [RequestLimits],
    };
  }
}
