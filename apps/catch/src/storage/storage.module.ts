import { type DynamicModule, Module } from '@nestjs/common';
import { DiskStorage } from './disk-storage.js';
import { ObjectStorage } from './object-storage.js';
import type { StoragePlace } from './storage-url.js';

/** The one `ObjectStorage` of the service. */
@Module({})
export class StorageModule {
  static forRoot(place: StoragePlace): DynamicModule {
    return {
      module: StorageModule,
      global: true,
      providers: [{ provide: ObjectStorage, useFactory: () => storageAt(place) }],
      exports: [ObjectStorage],
    };
  }
}

/** The client of S3 is loaded only when it is used: it costs 30 MB. */
export const storageAt = async (place: StoragePlace): Promise<ObjectStorage> => {
  if (place.kind === 's3') return new (await import('./s3-storage.js')).S3Storage(place);
  return new DiskStorage(place.root);
};
