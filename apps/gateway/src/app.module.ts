import { type DynamicModule, Module } from '@nestjs/common';
import type { GatewayConfig } from './config.js';
import { HomeController } from './home/home.http.js';
import { ProblemPagesController } from './problems/problem-pages.http.js';
import { ProxyModule } from './proxy/proxy.module.js';
import type { Route } from './routing/route.js';

@Module({})
export class AppModule {
  static forRoot({ upstreams, identity, http }: GatewayConfig, routes: readonly Route[], bodyMs: number): DynamicModule {
    return {
      module: AppModule,
      imports: [ProxyModule.forRoot({ routes, upstreams, identitySecrets: identity.secrets, problemBase: http.publicUrl, bodyMs })],
      controllers: [HomeController, ProblemPagesController],
    };
  }
}
