import { IdempotencyModule } from '@cds/idempotency';
import { type DynamicModule, Module } from '@nestjs/common';
import { CatchesModule } from '../catches/catches.module.js';
import { AddPhotoHandler } from './add-photo/add-photo.handler.js';
import { AddPhotoHttp } from './add-photo/add-photo.http.js';
import { UploadPlaces } from './add-photo/upload-places.js';
import { PhotoFileHttp } from './photo-files/photo-file.http.js';
import { PhotoFileQuery } from './photo-files/photo-file.query.js';
import { PHOTO_LIMITS, type PhotoLimits } from './photo-limits.js';
import { PhotoLeftovers } from './photo-leftovers.js';
import { PhotoMaker } from './photo-maker.js';
import { PhotoStore } from './photo-store.js';
import { PhotoSweeper } from './photo-sweeper.js';
import { ReadPhotoHttp } from './read-photo/read-photo.http.js';
import { RemovePhotoHandler } from './remove-photo/remove-photo.handler.js';
import { RemovePhotoHttp } from './remove-photo/remove-photo.http.js';

@Module({})
export class PhotosModule {
  static forRoot(limits: PhotoLimits): DynamicModule {
    return {
      module: PhotosModule,
      imports: [CatchesModule, IdempotencyModule],
      controllers: [AddPhotoHttp, ReadPhotoHttp, RemovePhotoHttp, PhotoFileHttp],
      providers: [
        { provide: PHOTO_LIMITS, useValue: limits },
        AddPhotoHandler,
        RemovePhotoHandler,
        PhotoFileQuery,
        PhotoLeftovers,
        PhotoMaker,
        PhotoStore,
        PhotoSweeper,
        UploadPlaces,
      ],
    };
  }
}
