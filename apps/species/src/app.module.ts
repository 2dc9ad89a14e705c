import { IdempotencyModule } from '@cds/idempotency';
import { KafkaModule } from '@cds/messaging/nest';
import { PublishingModule } from '@cds/publishing';
import { StorageModule } from '@cds/storage';
import { type DynamicModule, Module } from '@nestjs/common';
import { AnglersModule } from './anglers/anglers.module.js';
import { CatalogueModule } from './catalogue/catalogue.module.js';
import { speciesCodec } from './catalogue/species.codec.js';
import { SpeciesMapper } from './catalogue/species-mapper.js';
import type { Config } from './config.js';
import { DatabaseModule } from './database/database.module.js';
import { PromotionsModule } from './promotions/promotions.module.js';
import { RecordsModule } from './records/records.module.js';
import { ServiceRecordsModule } from './service-records/service-records.module.js';
import { PhotosModule } from './photos/photos.module.js';
import { PublicOriginModule } from './catalogue/public-origin.module.js';

@Module({})
export class AppModule {
  static forRoot({
    http,
    kafka,
    database,
    storage,
    photos,
  }: Pick<Config, 'http' | 'kafka' | 'database' | 'storage' | 'photos'>): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KafkaModule.forRoot({ ...kafka, service: 'species' }),
        PublishingModule.forRoot({
          service: 'species',
          databaseUrl: database.url,
          mapper: SpeciesMapper,
          codec: speciesCodec,
          imports: [AnglersModule],
        }),
        DatabaseModule,
        IdempotencyModule,
        CatalogueModule,
        RecordsModule,
        PromotionsModule,
        ServiceRecordsModule,
        StorageModule.forRoot(storage.location),
        PublicOriginModule.forRoot(http.publicUrl),
        PhotosModule.forRoot(photos),
      ],
    };
  }
}
