import { Readable } from 'node:stream';
import { isKnownTag } from '@cds/service-kit';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PictureFileQuery } from './picture-file.query.js';

/** The pictures themselves, to anybody who knows the address: browsers show them without a credential. */
@Controller('v1/species')
export class PictureFileHttp {
  constructor(private readonly pictures: PictureFileQuery) {}

  @Get(':id/pictures/:digest/:file')
  @RouteConfig({ open: true })
  async show(
    @Param('id') id: string,
    @Param('digest') digest: string,
    @Param('file') name: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const picture = await this.pictures.execute(id, digest, name);
    reply.headers({
      etag: picture.tag,
      'cache-control': picture.isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      'x-content-type-options': 'nosniff',
    });
    if (isKnownTag(request.headers['if-none-match'], picture.tag)) return void reply.code(304).send();
    const { sizeBytes, content } = await picture.open();
    reply.headers({
      'content-type': picture.mediaType,
      'content-length': String(sizeBytes),
      'content-disposition': 'inline',
    });
    if (request.method === 'HEAD') content.destroy();
    // An empty text would set the length to 0.
    void reply.send(request.method === 'HEAD' ? Readable.from([]) : content);
  }
}
