import { type DynamicModule, Module } from '@nestjs/common';
import type { GatewayConfig } from './config.js';
import { AuditLogModule } from './audit-log/audit-log.module.js';
import { AuthenticationModule } from './authentication/authentication.module.js';
import { DatabaseModule } from './database/database.module.js';
import { HomeController } from './home/home.http.js';
import { MeController } from './me/me.http.js';
import { ProblemPagesController } from './problems/problem-pages.http.js';
import { ProxyModule } from './proxy/proxy.module.js';
import type { Route } from './routing/route.js';

@Module({})
export class AppModule {
  static forRoot({ upstreams, identity, http, proxies }: GatewayConfig, routes: readonly Route[], bodyMs: number): DynamicModule {
    return {
      module: AppModule,
      imports: [
        DatabaseModule,
        AuditLogModule,
        AuthenticationModule.forRoot(proxies.trusted),
        ProxyModule.forRoot({ routes, upstreams, identitySecrets: identity.secrets, problemBase: http.publicUrl, bodyMs }),
      ],
      controllers: [HomeController, MeController, ProblemPagesController],
    };
  }
}
