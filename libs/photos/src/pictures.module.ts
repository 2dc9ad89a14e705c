import { type DynamicModule, Module } from '@nestjs/common';
import { PHOTO_IN_USE, PhotoLeftovers } from './photo-leftovers.js';
import { PHOTO_LIMITS, type PhotoLimits } from './photo-limits.js';
import { PhotoMaker } from './photo-maker.js';
import { PhotoStore } from './photo-store.js';
import { PhotoSweeper } from './photo-sweeper.js';

/**
 * Makes pictures of uploads and keeps their files. `inUse` is SQL that holds while a row of the service has the picture
 * `job.digest`: the sweeper removes the others. Needs the table `photo_leftovers` and an `ObjectStorage`.
 */
@Module({})
export class PicturesModule {
  static forRoot(limits: PhotoLimits, inUse: string): DynamicModule {
    const services = [PhotoMaker, PhotoStore, PhotoSweeper, PhotoLeftovers];
    return {
      module: PicturesModule,
      providers: [
        { provide: PHOTO_LIMITS, useValue: limits },
        { provide: PHOTO_IN_USE, useValue: inUse },
        ...services,
      ],
      exports: [PHOTO_LIMITS, ...services],
    };
  }
}
