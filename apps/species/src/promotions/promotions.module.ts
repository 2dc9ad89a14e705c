import { IdempotencyModule } from '@cds/idempotency';
import { Module } from '@nestjs/common';
import { AnglersModule } from '../anglers/anglers.module.js';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { CatchPhotosStore } from './catch-photos.store.js';
import { PhotoChecks } from './photo-checks.js';
import { PhotoWithdrawer } from './photo-withdrawer.js';
import { PromotePhotoHandler } from './promote-photo/promote-photo.handler.js';
import { PromotePhotoHttp } from './promote-photo/promote-photo.http.js';
import { PromotedPhotos } from './promoted-photos.store.js';
import { WithdrawPhotoHandler } from './withdraw-photo/withdraw-photo.handler.js';
import { WithdrawPhotoHttp } from './withdraw-photo/withdraw-photo.http.js';

@Module({
  imports: [AnglersModule, CatalogueModule, IdempotencyModule],
  controllers: [PromotePhotoHttp, WithdrawPhotoHttp],
  providers: [
    CatchPhotosStore,
    PhotoChecks,
    PhotoWithdrawer,
    PromotedPhotos,
    PromotePhotoHandler,
    WithdrawPhotoHandler,
  ],
  exports: [CatchPhotosStore, PhotoWithdrawer],
})
export class PromotionsModule {}
