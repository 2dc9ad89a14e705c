import { Module } from '@nestjs/common';
import { AnglersModule } from '../anglers/anglers.module.js';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { PromotionsModule } from '../promotions/promotions.module.js';
import { CatchCounts } from './catch-counts.store.js';
import { CatchFacts } from './catch-facts.store.js';
import { FollowCatchesHandler } from './follow-catches/follow-catches.handler.js';
import { FollowCatchesWhenCatchChanged } from './follow-catches/follow-catches-when-catch-changed.consumer.js';
import { RecordKeeper } from './record-keeper.js';
import { RestoreSpecies } from './restore-species/restore-species.js';
import { ServiceRecords } from './service-records.store.js';

@Module({
  imports: [AnglersModule, CatalogueModule, PromotionsModule],
  controllers: [FollowCatchesWhenCatchChanged],
  providers: [CatchCounts, CatchFacts, FollowCatchesHandler, RecordKeeper, RestoreSpecies, ServiceRecords],
})
export class ServiceRecordsModule {}
