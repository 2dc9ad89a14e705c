import { Idempotent } from '@cds/idempotency';
import { CurrentCaller, type Requester } from '@cds/service-kit';
import { acceptBody, parseBody } from '@cds/validation';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ReviewHandler } from './review.handler.js';
import { approveBody, reasonBody } from './verification-schemas.js';
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
    // The body may be left out.
    const readReason = () => acceptBody(parseBody(approveBody, body ?? undefined))?.reason ?? null;
    return this.handler.approve(id, readReason, caller);
  }

  @Post(':id/reject')
  @HttpCode(200)
  @Idempotent()
  reject(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
  ): Promise<VerificationView> {
    return this.handler.reject(id, () => reasonIn(body), caller);
  }

  @Post(':id/revoke')
  @HttpCode(200)
  @Idempotent()
  revoke(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
  ): Promise<VerificationView> {
    return this.handler.revoke(id, () => reasonIn(body), caller);
  }
}

const reasonIn = (body: unknown): string => acceptBody(parseBody(reasonBody, body)).reason;
