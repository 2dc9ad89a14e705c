import { KafkaModule, PublishingModule } from '@cds/eventing';
import { type DynamicModule, Module } from '@nestjs/common';
import { CatalogueModule } from './catalogue/catalogue.module.js';
import { SpeciesOutlet } from './catalogue/species-outlet.js';
import type { SpeciesConfig } from './config.js';

@Module({})
export class AppModule {
  static forRoot({ kafka, database }: Pick<SpeciesConfig, 'kafka' | 'database'>): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KafkaModule.forRoot({ brokers: kafka.brokers, service: 'species' }),
        PublishingModule.forRoot({ service: 'species', databaseUrl: database.url, outlet: SpeciesOutlet }),
        CatalogueModule,
      ],
    };
  }
}
