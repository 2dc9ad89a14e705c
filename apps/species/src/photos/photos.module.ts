import { IdempotencyModule } from '@cds/idempotency';
import { type PhotoLimits, PicturesModule } from '@cds/photos';
import { type DynamicModule, Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { IllustrationSweeper } from '../illustrations/illustration-sweeper.js';
import { Illustrations } from '../illustrations/illustrations.js';
import { AddPhotoHandler } from './add-photo/add-photo.handler.js';
import { AddPhotoHttp } from './add-photo/add-photo.http.js';
import { PhotoListHttp } from './photo-list/photo-list.http.js';
import { PhotoListQuery } from './photo-list/photo-list.query.js';
import { PictureFileHttp } from './picture-file/picture-file.http.js';
import { PictureFileQuery } from './picture-file/picture-file.query.js';
import { RemovePhotoHandler } from './remove-photo/remove-photo.handler.js';
import { RemovePhotoHttp } from './remove-photo/remove-photo.http.js';

/** A picture belongs to the species that have it. */
export const PICTURES = {
  inUse: `EXISTS (SELECT FROM species WHERE photos @> jsonb_build_array(jsonb_build_object('digest', job.digest)))`,
  folder: 'species-photos/',
};

@Module({})
export class PhotosModule {
  static forRoot(limits: PhotoLimits): DynamicModule {
    return {
      module: PhotosModule,
      imports: [CatalogueModule, IdempotencyModule, PicturesModule.forRoot(limits, PICTURES)],
      controllers: [AddPhotoHttp, PhotoListHttp, RemovePhotoHttp, PictureFileHttp],
      providers: [
        AddPhotoHandler,
        RemovePhotoHandler,
        PhotoListQuery,
        PictureFileQuery,
        Illustrations,
        IllustrationSweeper,
      ],
    };
  }
}
