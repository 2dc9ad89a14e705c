import { KafkaModule, PublishingModule } from '@cds/eventing';
import { IdempotencyModule } from '@cds/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.js';
import { IdentityOutlet } from './accounts/identity-outlet.js';
import type { GatewayConfig } from './config.js';
import { AuditLogModule } from './audit-log/audit-log.module.js';
import { AuthenticationModule } from './authentication/authentication.module.js';
import { DatabaseModule } from './database/database.module.js';
import { HomeController } from './home/home.http.js';
import { MeController } from './me/me.http.js';
import { AccessTokensModule, OAuthModule } from './oauth/oauth.module.js';
import { PeopleModule } from './people/people.module.js';
import { ProblemPagesController } from './problems/problem-pages.http.js';
import { ProxyModule } from './proxy/proxy.module.js';
import { policiesOf } from './rate-limits/rate-limit-policy.js';
import type { GatewayParts } from './service.js';

@Module({})
export class AppModule {
  static forRoot(
    { upstreams, identity, http, oauth, proxies, kafka, database, audit, rateLimits, mail, provider }: GatewayConfig,
    { routes, patience: { requestMs: bodyMs }, people }: GatewayParts,
  ): DynamicModule {
    const { publicUrl: issuer } = http;
    const { secretKeys } = oauth;
    return {
      module: AppModule,
      imports: [
        KafkaModule.forRoot({ brokers: kafka.brokers, service: 'gateway' }),
        PublishingModule.forRoot({ service: 'gateway', databaseUrl: database.url, outlet: IdentityOutlet }),
        DatabaseModule,
        IdempotencyModule,
        AuditLogModule.forRoot(audit.retentionDays),
        AccessTokensModule.forRoot({ issuer, secretKeys }),
        AuthenticationModule.forRoot(proxies.trusted),
        OAuthModule.forRoot({ issuer, secretKeys, people }),
        AccountsModule,
        ProxyModule.forRoot({
          routes,
          upstreams,
          identitySecrets: identity.secrets,
          problemBase: http.publicUrl,
          rateLimits: policiesOf(rateLimits),
          bodyMs,
        }),
        PeopleModule.forRoot({ publicUrl: http.publicUrl, mail, provider }),
      ],
      controllers: [HomeController, MeController, ProblemPagesController],
    };
  }
}
