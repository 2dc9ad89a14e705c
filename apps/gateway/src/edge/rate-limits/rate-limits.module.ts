import { type DynamicModule, Module } from '@nestjs/common';
import { InFlightRequests, MAX_IN_FLIGHT } from './in-flight-requests.js';
import { RATE_LIMIT_POLICIES, type RateLimitPolicies } from './rate-limit-policy.js';
import { RateLimitHttp } from './rate-limit.http.js';
import { RateLimiter } from './rate-limiter.js';
import { RequestLimits } from './request-limits.js';
import { SpentWindows } from './spent-windows.js';
import { StrangerLookUps } from './stranger-look-ups.js';

@Module({})
export class RateLimitsModule {
  static forRoot(policies: RateLimitPolicies, maxInFlight: number): DynamicModule {
    return {
      module: RateLimitsModule,
      controllers: [RateLimitHttp],
      providers: [
        { provide: RATE_LIMIT_POLICIES, useValue: policies },
        { provide: MAX_IN_FLIGHT, useValue: maxInFlight },
        InFlightRequests,
        RateLimiter,
        RequestLimits,
        SpentWindows,
        StrangerLookUps,
      ],
      exports: [InFlightRequests, RequestLimits, StrangerLookUps],
    };
  }
}
