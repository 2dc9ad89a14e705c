import { identitySigner } from '@cds/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import type { RateLimitPolicies } from '../rate-limits/rate-limit-policy.js';
import { RateLimitsModule } from '../rate-limits/rate-limits.module.js';
import type { Route } from '../routing/route.js';
import { RouteMatcher } from '../routing/route-matcher.js';
import type { UpstreamUrls } from '../upstreams/upstreams.js';
import { UpstreamsModule } from '../upstreams/upstreams.module.js';
import { Answers, PROBLEM_BASE } from './answer.js';
import { OwnRoutes } from './own-routes.js';
import { BODY_MS, Proxy, SIGN_IDENTITY } from './pipeline.js';

export interface ProxyModuleOptions {
  readonly routes: readonly Route[];
  readonly upstreams: UpstreamUrls;
  readonly identitySecrets: readonly string[];
  readonly problemBase: string;
  readonly rateLimits: RateLimitPolicies;
  readonly bodyMs: number;
}

@Module({})
export class ProxyModule {
  static forRoot({
    routes,
    upstreams,
    identitySecrets,
    problemBase,
    rateLimits,
    bodyMs,
  }: ProxyModuleOptions): DynamicModule {
    return {
      module: ProxyModule,
      imports: [RateLimitsModule.forRoot(rateLimits), UpstreamsModule.forRoot(upstreams)],
      providers: [
        { provide: RouteMatcher, useValue: new RouteMatcher(routes) },
        { provide: PROBLEM_BASE, useValue: problemBase },
        { provide: SIGN_IDENTITY, useValue: identitySigner(identitySecrets) },
        { provide: BODY_MS, useValue: bodyMs },
        Answers,
        OwnRoutes,
        Proxy,
      ],
      exports: [OwnRoutes, Proxy],
    };
  }
}
