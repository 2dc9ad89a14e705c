import { IdempotencyModule } from '@cds/idempotency';
import { KafkaModule } from '@cds/messaging/nest';
import { PublishingModule } from '@cds/publishing';
import { type DynamicModule, Module } from '@nestjs/common';
import { AnglersModule } from './anglers/anglers.module.js';
import { AnnounceBoardsModule } from './announce-boards/announce-boards.module.js';
import { BoardsModule } from './boards/boards.module.js';
import { OwnBoardsModule } from './own-boards/own-boards.module.js';
import { MakeBoardsModule } from './make-boards/make-boards.module.js';
import type { Config } from './config.js';
import { DatabaseModule } from './database/database.module.js';
import { EntriesModule } from './entries/entries.module.js';
import { leaderboardCodec } from './entries/leaderboard.codec.js';
import { LeaderboardMapper } from './entries/leaderboard-mapper.js';

@Module({})
export class AppModule {
  static forRoot({ kafka, database }: Pick<Config, 'kafka' | 'database'>): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KafkaModule.forRoot({ ...kafka, service: 'leaderboard' }),
        PublishingModule.forRoot({
          service: 'leaderboard',
          databaseUrl: database.url,
          mapper: LeaderboardMapper,
          codec: leaderboardCodec,
          imports: [AnglersModule],
        }),
        DatabaseModule,
        IdempotencyModule,
        AnnounceBoardsModule,
        BoardsModule,
        EntriesModule,
        MakeBoardsModule,
        OwnBoardsModule,
      ],
    };
  }
}
