import { Module } from '@nestjs/common';
import { CatchesModule } from '../catches/catches.module.js';
import { RequestVerificationHandler } from './request-verification/request-verification.handler.js';
import { RequestVerificationHttp } from './request-verification/request-verification.http.js';
import { ReviewHandler } from './review.handler.js';
import { ReviewHttp } from './review.http.js';
import { VerificationListHttp } from './verification-list/verification-list.http.js';
import { VerificationListQuery } from './verification-list/verification-list.query.js';

@Module({
  imports: [CatchesModule],
  controllers: [VerificationListHttp, RequestVerificationHttp, ReviewHttp],
  providers: [VerificationListQuery, RequestVerificationHandler, ReviewHandler],
})
export class VerificationsModule {}
