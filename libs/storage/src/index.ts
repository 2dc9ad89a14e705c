export { DiskStorage } from './disk-storage.js';
export { fileSpace } from './file-space.js';
export { type ByteRange, ObjectStorage, type StoredObject } from './object-storage.js';
export type { S3Location } from './s3-storage.js';
export { storageUnavailable } from './storage.errors.js';
export { storageAt, StorageModule } from './storage.module.js';
export { type StorageLocation, storageUrl } from './storage-url.js';
