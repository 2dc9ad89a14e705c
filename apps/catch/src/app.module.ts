import { AuditModule } from '@cds/audit';
import { KafkaModule } from '@cds/messaging/nest';
import { PublishingModule } from '@cds/publishing';
import { IdempotencyModule } from '@cds/idempotency';
import { type DynamicModule, Module } from '@nestjs/common';
import { DatabaseModule } from './database/database.module.js';
import { AnglersModule } from './anglers/anglers.module.js';
import { AnnounceAnglersModule } from './announce-anglers/announce-anglers.module.js';
import { AnglerLookupModule } from './angler-lookup/angler-lookup.module.js';
import { CatchesModule } from './catches/catches.module.js';
import { PageTurnsModule } from './page-turns/page-turns.module.js';
import { PublicOriginModule } from './catches/read/public-origin.module.js';
import type { Config } from './config.js';
import { logCodec } from './log.codec.js';
import { LogMapper } from './log-mapper.js';
import { ExportsModule } from './exports/exports.module.js';
import { ImportsModule } from './imports/imports.module.js';
import { SpeciesRenamesModule } from './species-renames/species-renames.module.js';
import { PhotosModule } from './photos/photos.module.js';
import { StorageModule } from '@cds/storage';
import { StoredBytesModule } from './stored-bytes/stored-bytes.module.js';
import { VerificationsModule } from './verifications/verifications.module.js';

@Module({})
export class AppModule {
  static forRoot({
    http,
    kafka,
    database,
    storage,
    photos,
    imports,
    exports: exporting,
  }: Pick<Config, 'http' | 'kafka' | 'database' | 'storage' | 'photos' | 'imports' | 'exports'>): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KafkaModule.forRoot({ ...kafka, service: 'catch' }),
        PublishingModule.forRoot({
          service: 'catch',
          databaseUrl: database.url,
          codec: logCodec,
          bulkPerSecond: imports.publishPerSecond,
          mapper: LogMapper,
          imports: [AnglerLookupModule, CatchesModule],
        }),
        DatabaseModule,
        AuditModule.forRoot('catch'),
        StorageModule.forRoot(storage.location),
        StoredBytesModule.forRoot({
          photos: photos.keptBytes,
          imports: imports.keptBytes,
          exports: exporting.keptBytes,
        }),
        IdempotencyModule,
        PublicOriginModule.forRoot(http.publicUrl),
        PageTurnsModule,
        CatchesModule,
        AnglersModule,
        AnnounceAnglersModule,
        SpeciesRenamesModule,
        PhotosModule.forRoot(photos),
        VerificationsModule,
        ImportsModule.forRoot(imports),
        ExportsModule.forRoot(http.publicUrl),
      ],
    };
  }
}
