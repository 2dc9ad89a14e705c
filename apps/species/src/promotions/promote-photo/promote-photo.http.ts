import { Idempotent } from '@cds/idempotency';
import { CurrentCaller, type Requester } from '@cds/service-kit';
import { acceptBody, parseBody } from '@cds/validation';
import { Body, Controller, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { SpeciesPhotoView } from '../../catalogue/species-photo-view.js';
import { promotePhotoBody } from './promote-photo.js';
import { PromotePhotoHandler } from './promote-photo.handler.js';

@Controller('v1/species')
export class PromotePhotoHttp {
  constructor(private readonly handler: PromotePhotoHandler) {}

  @Post(':id/photos/promote')
  @Idempotent()
  async promote(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentCaller() caller: Requester,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SpeciesPhotoView> {
    const { catch_id: catchId, photo_id: photoId } = acceptBody(parseBody(promotePhotoBody, body));
    const promoted = await this.handler.execute({ speciesId: id, catchId, photoId }, caller);
    reply.headers(promoted.headers);
    return promoted.body;
  }
}
