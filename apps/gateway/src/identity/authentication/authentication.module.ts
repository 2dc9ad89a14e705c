import { type DynamicModule, Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { Authenticator } from './authenticator.js';
import { ClientAddress, TRUSTED_PROXIES } from '../principals/client-address.js';

@Module({})
export class AuthenticationModule {
  static forRoot(trustedProxies: readonly string[]): DynamicModule {
    return {
      module: AuthenticationModule,
      global: true,
      imports: [ApiKeysModule],
      providers: [Authenticator, ClientAddress, { provide: TRUSTED_PROXIES, useValue: trustedProxies }],
      exports: [Authenticator, ClientAddress],
    };
  }
}
