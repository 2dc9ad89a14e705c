import {
  type CursorEnvelope,
  cursorPageLinks,
  cursorPageQuery,
  cursorPageRules,
  mapPage,
  pickFields,
  queryFields,
} from '@cds/listing';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type SpeciesPhotoView, speciesPhotoSchema } from '../../catalogue/species-photo-view.js';
import { PhotoListQuery } from './photo-list.query.js';

export const listPhotosQuery = z
  .strictObject({ ...cursorPageQuery, fields: queryFields(speciesPhotoSchema).optional() })
  .check(cursorPageRules);
type ListPhotosQuery = z.infer<typeof listPhotosQuery>;

@Controller('v1/species')
export class PhotoListHttp {
  constructor(private readonly photos: PhotoListQuery) {}

  @Get(':id/photos')
  async list(
    @Param('id') id: string,
    @Query({ schema: listPhotosQuery }) query: ListPhotosQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CursorEnvelope<Partial<SpeciesPhotoView>>> {
    const page = await this.photos.page(id, query);
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (photo) => pickFields(photo, query.fields));
  }

  @Get(':id/photos/:photoId')
  read(@Param('id') id: string, @Param('photoId') photoId: string): Promise<SpeciesPhotoView> {
    return this.photos.one(id, photoId);
  }
}
