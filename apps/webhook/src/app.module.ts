import { AuditModule } from '@cds/audit';
import { KafkaModule } from '@cds/messaging/nest';
import { IdempotencyModule } from '@cds/idempotency';
import { type DynamicModule, Module } from '@nestjs/common';
import { CatalogueModule } from './catalogue/catalogue.module.js';
import type { Config } from './config.js';
import { DatabaseModule } from './database/database.module.js';
import { DeliveriesModule } from './deliveries/deliveries.module.js';
import { EndpointsModule } from './endpoints/endpoints.module.js';
import { FeedModule } from './feed/feed.module.js';
import { MessagesModule } from './messages/messages.module.js';
import { ReplaysModule } from './replays/replays.module.js';
import { SigningModule } from './signing/signing.module.js';
import { type Overrides, SettingsModule } from './settings.module.js';

@Module({})
export class AppModule {
  static forRoot({ kafka, webhook }: Config, overrides: Overrides): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SettingsModule.forRoot(webhook, overrides),
        KafkaModule.forRoot({ ...kafka, service: 'webhook' }),
        DatabaseModule,
        AuditModule.forRoot('webhook'),
        IdempotencyModule,
        CatalogueModule,
        EndpointsModule,
        SigningModule,
        MessagesModule,
        DeliveriesModule,
        FeedModule,
        ReplaysModule,
      ],
    };
  }
}
