import { IdempotentRequests, sendAnswer } from '@cds/idempotency';
import { readUpload } from '@cds/photos';
import { CurrentCaller, type Requester } from '@cds/service-kit';
import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AddPhotoHandler } from './add-photo.handler.js';
import { photoFieldsOf, UPLOAD_FIELDS } from './photo-fields.js';

@Controller('v1/species')
export class AddPhotoHttp {
  constructor(
    private readonly handler: AddPhotoHandler,
    private readonly idempotency: IdempotentRequests,
  ) {}

  @Post(':id/photos')
  @RouteConfig({ takesUploads: true, readsAnyBody: true })
  async add(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @CurrentCaller() caller: Requester,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const receive = async () => {
      const { file, digest, texts } = await readUpload(request, UPLOAD_FIELDS);
      const stored = await this.idempotency.reserve(request, digest);
      return stored ?? { file, fields: photoFieldsOf(texts), reservation: request.reservation };
    };
    sendAnswer(reply, await this.handler.execute(id, receive, caller));
  }
}
