import { PictureCount } from '@cds/photos';
import { type DynamicModule, Module } from '@nestjs/common';
import { CountedPictures } from './counted-pictures.js';
import { STORAGE_LIMITS, type StorageLimits, StoredBytes } from './stored-bytes.js';

@Module({})
export class StoredBytesModule {
  static forRoot(limits: StorageLimits): DynamicModule {
    const counted = { provide: PictureCount, useClass: CountedPictures };
    return {
      module: StoredBytesModule,
      global: true,
      providers: [{ provide: STORAGE_LIMITS, useValue: limits }, StoredBytes, counted],
      exports: [STORAGE_LIMITS, StoredBytes, PictureCount],
    };
  }
}
