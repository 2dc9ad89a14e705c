import { Module } from '@nestjs/common';
import { DeliveriesModule } from '../deliveries/deliveries.module.js';
import { EndpointsModule } from '../endpoints/endpoints.module.js';
import { ReadReplayQuery } from './read-replay.query.js';
import { ReplayEndpointHandler } from './replay-endpoint.handler.js';
import { ReplayWorker } from './replay-worker.js';
import { Replays } from './replays.js';
import { ReplaysHttp } from './replays.http.js';

@Module({
  imports: [DeliveriesModule, EndpointsModule],
  controllers: [ReplaysHttp],
  providers: [ReadReplayQuery, ReplayEndpointHandler, ReplayWorker, Replays],
})
export class ReplaysModule {}
