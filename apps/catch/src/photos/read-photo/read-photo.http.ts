import { hasCode } from '@cds/errors';
import type { Caller } from '@cds/identity';
import { CurrentCaller } from '@cds/service-kit';
import { Controller, Get, Param } from '@nestjs/common';
import { ReadCatchQuery } from '../../catches/read/catch-list/read-catch.query.js';
import type { PhotoView } from '../../catches/read/photo-view.js';
import { photoNotFound } from '../photo.errors.js';

@Controller('v1/catches')
export class ReadPhotoHttp {
  constructor(private readonly catches: ReadCatchQuery) {}

  /** One photo of a catch; a deleted catch has none. */
  @Get(':id/photos/:photoId')
  async read(
    @Param('id') id: string,
    @Param('photoId') photoId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<PhotoView> {
    const { view } = await this.catches.execute(id, caller.accountId).catch((error: unknown) => {
      throw hasCode(error, 'catch.deleted') ? photoNotFound(photoId, error) : error;
    });
    const photo = view.photos.find((one) => one.id === photoId);
    if (!photo) throw photoNotFound(photoId);
    return photo;
  }
}
