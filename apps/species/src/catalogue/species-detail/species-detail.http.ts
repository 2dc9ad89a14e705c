import { Controller, Get, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import { presentation, presentSpecies } from '../species-presentation.js';
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
  ): Promise<Partial<SpeciesView>> {
    return presentSpecies(await this.detail.execute(idOrSlug), query);
  }
}
