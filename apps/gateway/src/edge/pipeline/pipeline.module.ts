import { addressSigner, callSigner, identitySigner } from '@cds/identity';
import { type DynamicModule, Module } from '@nestjs/common';
import { SignInAge } from '../../identity/people/sessions/sign-in-age.js';
import { Connections, MAX_CONNECTIONS } from '../connections/connections.js';
import { LargeBodies } from '../forwarding/large-bodies.js';
import type { RateLimitPolicies } from '../rate-limits/rate-limit-policy.js';
import { RateLimitsModule } from '../rate-limits/rate-limits.module.js';
import type { Route } from '../routing/route.js';
import { RouteMatcher } from '../routing/route-matcher.js';
import type { UpstreamUrls } from '../upstreams/upstreams.js';
import { UpstreamsModule } from '../upstreams/upstreams.module.js';
import { RequestLogModule } from '../request-log/request-log.module.js';
import { Admit, BODY_MS } from './admit.js';
import { Answer, PROBLEM_BASE } from './answer.js';
import { Authenticate } from './authenticate.js';
import { Authorize } from './authorize.js';
import { CredentialEnds } from './credential-ends.js';
import { Forward, SIGN_ADDRESS, SIGN_CALL, SIGN_IDENTITY } from './forward.js';
import { HoldPlace } from './hold-place.js';
import { Limit } from './limit.js';
import { OwnRoutes } from './own-routes.js';
import { Pipeline, STAGES } from './pipeline.js';
import type { Stage } from './stage.js';

export interface PipelineModuleOptions {
  readonly routes: readonly Route[];
  readonly upstreams: UpstreamUrls;
  readonly identitySecrets: readonly string[];
  readonly problemBase: string;
  readonly rateLimits: RateLimitPolicies;
  readonly bodyMs: number;
  /** Requests of one account that may be in progress in this process. */
  readonly maxInFlight: number;
  /** Those with a large body. */
  readonly maxLargeBodies: number;
  /** Connections of one address to this process. */
  readonly maxConnections: number;
}

/** Every request passes these in this order; `Answer` ends the pipeline. */
const STAGES_IN_ORDER = [Admit, Authenticate, Limit, Authorize, HoldPlace, Forward];

@Module({})
export class PipelineModule {
  static forRoot(options: PipelineModuleOptions): DynamicModule {
    return {
      module: PipelineModule,
      imports: [
        RateLimitsModule.forRoot(options.rateLimits, options.maxInFlight),
        RequestLogModule.forRoot(options.rateLimits),
        UpstreamsModule.forRoot(options.upstreams),
      ],
      providers: [
        { provide: RouteMatcher, useValue: new RouteMatcher(options.routes) },
        { provide: PROBLEM_BASE, useValue: options.problemBase },
        { provide: SIGN_IDENTITY, useValue: identitySigner(options.identitySecrets, { bindsCalls: true }) },
        { provide: SIGN_CALL, useValue: callSigner(options.identitySecrets) },
        { provide: SIGN_ADDRESS, useValue: addressSigner(options.identitySecrets) },
        { provide: BODY_MS, useValue: options.bodyMs },
        { provide: STAGES, useFactory: (...stages: Stage[]) => stages, inject: STAGES_IN_ORDER },
        ...STAGES_IN_ORDER,
        SignInAge,
        { provide: MAX_CONNECTIONS, useValue: options.maxConnections },
        Answer,
        Connections,
        CredentialEnds,
        { provide: LargeBodies, useValue: new LargeBodies(options.maxLargeBodies) },
        OwnRoutes,
        Pipeline,
      ],
      exports: [
        Connections,
        OwnRoutes,
        Pipeline,
        PROBLEM_BASE,
        RateLimitsModule,
        SIGN_CALL,
        SIGN_IDENTITY,
        UpstreamsModule,
      ],
    };
  }
}
