import { Module } from '@nestjs/common';
import { SpeciesDetailHttp } from './species-detail/species-detail.http.js';
import { SpeciesDetailQuery } from './species-detail/species-detail.query.js';
import { SpeciesListHttp } from './species-list/species-list.http.js';
import { SpeciesListQuery } from './species-list/species-list.query.js';
import { SpeciesSearchQuery } from './species-search/species-search.query.js';

@Module({
  controllers: [SpeciesListHttp, SpeciesDetailHttp],
  providers: [SpeciesDetailQuery, SpeciesListQuery, SpeciesSearchQuery],
})
export class CatalogueModule {}
