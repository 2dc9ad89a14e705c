import { KafkaModule } from '@cds/messaging/nest';
import { PublishingModule } from '@cds/publishing';
import { IdempotencyModule } from '@cds/idempotency';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsModule } from './identity/accounts/accounts.module.js';
import { accountCodec } from './identity/accounts/account.codec.js';
import { IdentityMapper } from './identity/accounts/identity-mapper.js';
import type { Config } from './config.js';
import { AuditLogModule } from './identity/audit-log/audit-log.module.js';
import { AuthenticationModule } from './identity/authentication/authentication.module.js';
import { DatabaseModule } from './database/database.module.js';
import { SECURITY_TEXT, type SecurityText, SecurityTextHttp } from './site/home/security-text.http.js';
import { CrawlersHttp } from './site/home/crawlers.http.js';
import { HomeHttp } from './site/home/home.http.js';
import { MeHttp } from './identity/me/me.http.js';
import { AccessTokensModule, OAuthModule } from './identity/oauth/oauth.module.js';
import { PeopleModule } from './identity/people/people.module.js';
import { PortalHomeHttp } from './site/portal/portal-home.http.js';
import { PortalHome } from './site/portal/portal-home.js';
import { ServiceReader } from './site/portal/service-reader.js';
import { ProblemPagesHttp } from './site/problems/problem-pages.http.js';
import { EventSchemasHttp } from './site/reference/event-schemas.http.js';
import { PipelineModule } from './edge/pipeline/pipeline.module.js';
import { ReceiversModule } from './site/receivers/receivers.module.js';
import { policiesOf } from './edge/rate-limits/rate-limit-policy.js';
import type { GatewayParts } from './gateway-parts.js';

@Module({})
export class AppModule {
  static forRoot(
    {
      security,
      upstreams,
      identity,
      http,
      oauth,
      proxies,
      kafka,
      database,
      audit,
      rateLimits,
      bounds,
      mail,
      provider,
      sessions,
    }: Config,
    { routes, patience: { requestMs: bodyMs }, people }: GatewayParts,
  ): DynamicModule {
    const { publicUrl: issuer } = http;
    const { secretKeys } = oauth;
    const pipeline = PipelineModule.forRoot({
      routes,
      upstreams,
      identitySecrets: identity.secrets,
      problemBase: http.publicUrl,
      rateLimits: policiesOf(rateLimits),
      bodyMs,
      maxInFlight: bounds.inFlight,
      maxLargeBodies: bounds.largeBodies,
      maxConnections: bounds.connections,
    });
    return {
      module: AppModule,
      imports: [
        KafkaModule.forRoot({ ...kafka, service: 'gateway' }),
        PublishingModule.forRoot({
          service: 'gateway',
          databaseUrl: database.url,
          codec: accountCodec,
          mapper: IdentityMapper,
        }),
        DatabaseModule,
        IdempotencyModule,
        AuditLogModule.forRoot(audit.retentionDays),
        AccessTokensModule.forRoot({ issuer, secretKeys }),
        AuthenticationModule.forRoot(proxies.trusted),
        OAuthModule.forRoot({ issuer, secretKeys, people }),
        AccountsModule,
        pipeline,
        ReceiversModule.forRoot({ origin: issuer, keys: sessions.keys, pipeline }),
        PeopleModule.forRoot({
          publicUrl: http.publicUrl,
          mail,
          provider,
          sessionMaxDays: sessions.maxDays,
          adminSecondFactor: sessions.adminSecondFactor,
        }),
      ],
      controllers: [
        CrawlersHttp,
        EventSchemasHttp,
        HomeHttp,
        MeHttp,
        PortalHomeHttp,
        ProblemPagesHttp,
        SecurityTextHttp,
      ],
      providers: [
        PortalHome,
        ServiceReader,
        {
          provide: SECURITY_TEXT,
          useValue: { publicUrl: http.publicUrl, contact: security.contact } satisfies SecurityText,
        },
      ],
    };
  }
}
