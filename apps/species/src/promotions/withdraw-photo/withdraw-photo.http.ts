import { Idempotent } from '@cds/idempotency';
import { CurrentCaller, type Requester } from '@cds/service-kit';
import { refuseFields } from '@cds/validation';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { WithdrawPhotoHandler } from './withdraw-photo.handler.js';

@Controller('v1/species')
export class WithdrawPhotoHttp {
  constructor(private readonly handler: WithdrawPhotoHandler) {}

  @Post(':id/photos/:photoId/withdraw')
  @HttpCode(204)
  @Idempotent()
  withdraw(
    @Param('id') id: string,
    @Param('photoId') photoId: string,
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
  ): Promise<void> {
    return this.handler.execute(id, photoId, () => refuseFields(body), caller);
  }
}
