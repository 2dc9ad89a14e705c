import { Module } from '@nestjs/common';
import { AnglersModule } from '../anglers/anglers.module.js';
import { CreateSpeciesHandler } from './create-species/create-species.handler.js';
import { CreateSpeciesHttp } from './create-species/create-species.http.js';
import { DeleteSpeciesHandler } from './delete-species/delete-species.handler.js';
import { DeleteSpeciesHttp } from './delete-species/delete-species.http.js';
import { EditSpeciesHandler } from './edit-species/edit-species.handler.js';
import { EditSpeciesHttp } from './edit-species/edit-species.http.js';
import { SpeciesDetailHttp } from './species-detail/species-detail.http.js';
import { SpeciesDetailQuery } from './species-detail/species-detail.query.js';
import { SpeciesHistoryHttp } from './species-history/species-history.http.js';
import { SpeciesHistoryQuery } from './species-history/species-history.query.js';
import { SpeciesListHttp } from './species-list/species-list.http.js';
import { SpeciesListQuery } from './species-list/species-list.query.js';
import { SpeciesLog } from './species-log.js';
import { SpeciesSearchQuery } from './species-search/species-search.query.js';
import { SpeciesViews } from './species-views.js';

@Module({
  imports: [AnglersModule],
  controllers: [
    SpeciesListHttp,
    SpeciesDetailHttp,
    SpeciesHistoryHttp,
    CreateSpeciesHttp,
    EditSpeciesHttp,
    DeleteSpeciesHttp,
  ],
  providers: [
    CreateSpeciesHandler,
    DeleteSpeciesHandler,
    EditSpeciesHandler,
    SpeciesDetailQuery,
    SpeciesHistoryQuery,
    SpeciesListQuery,
    SpeciesLog,
    SpeciesSearchQuery,
    SpeciesViews,
  ],
  exports: [SpeciesDetailQuery, SpeciesLog, SpeciesViews],
})
export class CatalogueModule {}
