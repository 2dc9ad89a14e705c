import { Module } from '@nestjs/common';
import { AnglersModule } from '../anglers/anglers.module.js';
import { SpeciesDetailHttp } from './species-detail/species-detail.http.js';
import { SpeciesDetailQuery } from './species-detail/species-detail.query.js';
import { SpeciesListHttp } from './species-list/species-list.http.js';
import { SpeciesListQuery } from './species-list/species-list.query.js';
import { SpeciesLog } from './species-log.js';
import { SpeciesSearchQuery } from './species-search/species-search.query.js';
import { SpeciesViews } from './species-views.js';

@Module({
  imports: [AnglersModule],
  controllers: [SpeciesListHttp, SpeciesDetailHttp],
  providers: [SpeciesDetailQuery, SpeciesListQuery, SpeciesLog, SpeciesSearchQuery, SpeciesViews],
  exports: [SpeciesDetailQuery, SpeciesLog, SpeciesViews],
})
export class CatalogueModule {}
