import { type DynamicModule, Module } from '@nestjs/common';
import { STORAGE_LIMITS, type StorageLimits, StoredBytes } from './stored-bytes.js';

@Module({})
export class StoredBytesModule {
  static forRoot(limits: StorageLimits): DynamicModule {
    return {
      module: StoredBytesModule,
      global: true,
      providers: [{ provide: STORAGE_LIMITS, useValue: limits }, StoredBytes],
      exports: [StoredBytes],
    };
  }
}
