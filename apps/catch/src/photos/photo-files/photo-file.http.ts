import { Readable } from 'node:stream';
import { isKnownTag } from '@cds/service-kit';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { photoFileOf, PhotoStore } from '@cds/photos';
import { fileNotFound } from '../photo.errors.js';
import { PhotoFileQuery } from './photo-file.query.js';

/** The pictures themselves, to anybody who knows the address: browsers show them without a credential. */
@Controller('v1/photos')
export class PhotoFileHttp {
  constructor(
    private readonly photos: PhotoFileQuery,
    private readonly store: PhotoStore,
  ) {}

  @Get(':digest/:file')
  @RouteConfig({ open: true })
  async show(
    @Param('digest') digest: string,
    @Param('file') file: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const named = photoFileOf(file);
    if (!named || !DIGEST.test(digest) || !(await this.photos.isShown(digest, named.format))) throw fileNotFound();
    const tag = `"${digest}-${named.variant}"`;
    reply.headers({
      etag: tag,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    if (isKnownTag(request.headers['if-none-match'], tag)) return void reply.code(304).send();
    const found = await this.store.find(digest, named.variant);
    // It may go between the two looks.
    const content =
      found && (request.method === 'HEAD' ? Readable.from([]) : await this.store.read(digest, named.variant));
    if (!content) throw fileNotFound();
    reply.headers({
      'content-type': `image/${named.format}`,
      'content-length': String(found.sizeBytes),
      'content-disposition': 'inline',
    });
    void reply.send(content);
  }
}

const DIGEST = /^[0-9a-f]{64}$/;
