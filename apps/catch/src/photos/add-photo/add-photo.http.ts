import { CurrentCaller, type Requester } from '@cds/service-kit';
import { IdempotentRequests, sendAnswer } from '@cds/idempotency';
import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AddPhotoHandler } from './add-photo.handler.js';
import { readUpload } from '@cds/photos';

@Controller('v1/catches')
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
      const { file, digest } = await readUpload(request);
      return (await this.idempotency.reserve(request, digest)) ?? { file, reservation: request.reservation };
    };
    sendAnswer(reply, await this.handler.execute(id, receive, caller));
  }
}
