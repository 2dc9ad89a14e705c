import { type DynamicModule, Module } from '@nestjs/common';
import { PhotoLeftovers } from './photo-leftovers.js';
import { PHOTO_LIMITS, type PhotoLimits } from './photo-limits.js';
import { PhotoMaker } from './photo-maker.js';
import { PhotoStore } from './photo-store.js';
import { PhotoSweeper } from './photo-sweeper.js';
import { PICTURE_USE, type PictureUse } from './picture-use.js';

/** Makes pictures of uploads and keeps their files. Needs the table `photo_leftovers` and an `ObjectStorage`. */
@Module({})
export class PicturesModule {
  static forRoot(limits: PhotoLimits, use: PictureUse): DynamicModule {
    const services = [PhotoMaker, PhotoStore, PhotoSweeper, PhotoLeftovers];
    return {
      module: PicturesModule,
      providers: [{ provide: PHOTO_LIMITS, useValue: limits }, { provide: PICTURE_USE, useValue: use }, ...services],
      exports: [PHOTO_LIMITS, ...services],
    };
  }
}
