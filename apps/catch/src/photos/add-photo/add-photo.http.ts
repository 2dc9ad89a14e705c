import { createHash } from 'node:crypto';
import { CurrentCaller, IdempotentRequests, type KeptAnswer, replay, type Requester } from '@cds/service-kit';
import { Controller, Param, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AddPhotoHandler, type Upload } from './add-photo.handler.js';
import { readUpload } from './read-upload.js';

@Controller('v1/catches')
export class AddPhotoHttp {
  constructor(
    private readonly handler: AddPhotoHandler,
    private readonly idempotency: IdempotentRequests,
  ) {}

  @Post(':id/photos')
  @RouteConfig({ takesUploads: true })
  async add(@Param('id') id: string, @Req() request: FastifyRequest, @CurrentCaller() caller: Requester, @Res() reply: FastifyReply): Promise<void> {
    let kept: KeptAnswer | undefined;
    const receive = async (): Promise<Upload | KeptAnswer> => {
      const file = await readUpload(request);
      kept = await this.idempotency.reserve(request, createHash('sha256').update(file).digest('base64url'));
      return kept ?? { file, reservation: request.reservation };
    };
    const { status, headers, body } = await this.handler.execute(id, receive, caller);
    if (kept) return replay(reply, kept);
    void reply.code(status).headers(headers).send(body);
  }
}
