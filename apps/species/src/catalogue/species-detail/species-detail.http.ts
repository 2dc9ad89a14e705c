import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { presentation, presentSpecies } from '../species-presentation.js';
import { taggedView } from '../species-tag.js';
import type { SpeciesView } from '../species-view.js';
import { SpeciesDetailQuery } from './species-detail.query.js';

export const readSpeciesQuery = z.strictObject(presentation);
type ReadSpeciesQuery = z.infer<typeof readSpeciesQuery>;

@Controller('v1/species')
export class SpeciesDetailHttp {
  constructor(private readonly detail: SpeciesDetailQuery) {}

  @Get(':idOrSlug')
  async read(
    @Param('idOrSlug') idOrSlug: string,
    @Query({ schema: readSpeciesQuery }) query: ReadSpeciesQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Partial<SpeciesView>> {
    const { view, tag } = await this.detail.execute(idOrSlug);
    reply.header('etag', taggedView(tag, view));
    return presentSpecies(view, query);
  }
}
