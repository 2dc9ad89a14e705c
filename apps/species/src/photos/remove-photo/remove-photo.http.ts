import { CurrentCaller, type Requester } from '@cds/service-kit';
import { Controller, Delete, Headers, HttpCode, Param } from '@nestjs/common';
import { RemovePhotoHandler } from './remove-photo.handler.js';

@Controller('v1/species')
export class RemovePhotoHttp {
  constructor(private readonly handler: RemovePhotoHandler) {}

  @Delete(':id/photos/:photoId')
  @HttpCode(204)
  remove(
    @Param('id') id: string,
    @Param('photoId') photoId: string,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentCaller() caller: Requester,
  ): Promise<void> {
    return this.handler.execute({ speciesId: id, photoId, ifMatch }, caller);
  }
}
