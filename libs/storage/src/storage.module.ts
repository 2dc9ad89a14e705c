import { type DynamicModule, Module } from '@nestjs/common';
import { DiskStorage } from './disk-storage.js';
import { ObjectStorage } from './object-storage.js';
import type { StorageLocation } from './storage-url.js';

/** The one `ObjectStorage` of the service. */
@Module({})
export class StorageModule {
  static forRoot(location: StorageLocation): DynamicModule {
    return {
      module: StorageModule,
      global: true,
      providers: [{ provide: ObjectStorage, useFactory: () => storageAt(location) }],
      exports: [ObjectStorage],
    };
  }
}

/** The client of S3 is loaded only when it is used: it costs 30 MB. */
export const storageAt = async (location: StorageLocation): Promise<ObjectStorage> => {
  if (location.kind === 's3') return new (await import('./s3-storage.js')).S3Storage(location);
  return new DiskStorage(location.root);
};
