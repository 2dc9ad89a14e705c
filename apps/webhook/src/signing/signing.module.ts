import { Module } from '@nestjs/common';
import { EndpointsModule } from '../endpoints/endpoints.module.js';
import { SigningKeyStore } from './signing-key.store.js';
import { SigningKeysHttp } from './signing-keys.http.js';
import { SigningKeys } from './signing-keys.js';

@Module({
  imports: [EndpointsModule],
  controllers: [SigningKeysHttp],
  providers: [SigningKeyStore, SigningKeys],
  exports: [SigningKeys],
})
export class SigningModule {}
