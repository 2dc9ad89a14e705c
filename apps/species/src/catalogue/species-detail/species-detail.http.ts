import { Controller, Get, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import type { SpeciesView } from '../species-view.js';
import { SpeciesDetailQuery } from './species-detail.query.js';

const noParameters = z.strictObject({});

@Controller('v1/species')
export class SpeciesDetailHttp {
  constructor(private readonly detail: SpeciesDetailQuery) {}

  @Get(':idOrSlug')
  read(@Param('idOrSlug') idOrSlug: string, @Query({ schema: noParameters }) _query: object): Promise<SpeciesView> {
    return this.detail.execute(idOrSlug);
  }
}
