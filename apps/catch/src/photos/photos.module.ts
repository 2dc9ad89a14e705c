import { IdempotencyModule } from '@cds/idempotency';
import { type PhotoLimits, PicturesModule } from '@cds/photos';
import { type DynamicModule, Module } from '@nestjs/common';
import { CatchesModule } from '../catches/catches.module.js';
import { AddPhotoHandler } from './add-photo/add-photo.handler.js';
import { AddPhotoHttp } from './add-photo/add-photo.http.js';
import { PhotoFileHttp } from './photo-files/photo-file.http.js';
import { PhotoFileQuery } from './photo-files/photo-file.query.js';
import { ReadPhotoHttp } from './read-photo/read-photo.http.js';
import { RemovePhotoHandler } from './remove-photo/remove-photo.handler.js';
import { RemovePhotoHttp } from './remove-photo/remove-photo.http.js';

/** A picture belongs to the catches that have it. */
const IN_USE = `EXISTS (SELECT FROM catches
  WHERE photos @> jsonb_build_array(jsonb_build_object('digest', job.digest)))`;

@Module({})
export class PhotosModule {
  static forRoot(limits: PhotoLimits): DynamicModule {
    return {
      module: PhotosModule,
      imports: [CatchesModule, IdempotencyModule, PicturesModule.forRoot(limits, { inUse: IN_USE, folder: 'photos/' })],
      controllers: [AddPhotoHttp, ReadPhotoHttp, RemovePhotoHttp, PhotoFileHttp],
      providers: [AddPhotoHandler, RemovePhotoHandler, PhotoFileQuery],
    };
  }
}
