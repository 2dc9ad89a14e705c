import { CurrentCaller, type Requester } from '@cds/service-kit';
import { Controller, Delete, HttpCode, Param } from '@nestjs/common';
import { RemovePhotoHandler } from './remove-photo.handler.js';

@Controller('v1/catches')
export class RemovePhotoHttp {
  constructor(private readonly handler: RemovePhotoHandler) {}

  @Delete(':id/photos/:photoId')
  @HttpCode(204)
  remove(@Param('id') id: string, @Param('photoId') photoId: string, @CurrentCaller() caller: Requester): Promise<void> {
    return this.handler.execute(id, photoId, caller);
  }
}
