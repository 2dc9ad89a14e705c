import { CurrentCaller, type Requester } from '@cds/service-kit';
import { Idempotent } from '@cds/idempotency';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ReviewHandler } from './review.handler.js';
import type { VerificationView } from './verification-view.js';

@Controller('v1/verifications')
export class ReviewHttp {
  constructor(private readonly handler: ReviewHandler) {}

  @Post(':id/approve')
  @HttpCode(200)
  @Idempotent()
  approve(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
  ): Promise<VerificationView> {
    return this.handler.approve(id, body, caller);
  }

  @Post(':id/reject')
  @HttpCode(200)
  @Idempotent()
  reject(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
  ): Promise<VerificationView> {
    return this.handler.reject(id, body, caller);
  }

  @Post(':id/revoke')
  @HttpCode(200)
  @Idempotent()
  revoke(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
  ): Promise<VerificationView> {
    return this.handler.revoke(id, body, caller);
  }
}
