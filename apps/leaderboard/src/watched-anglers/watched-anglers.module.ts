import { Module } from '@nestjs/common';
import { WatchAnglersWhenEndpointChanged } from './watch-anglers-when-endpoint-changed.consumer.js';
import { WatchedAnglers } from './watched-anglers.store.js';

@Module({ controllers: [WatchAnglersWhenEndpointChanged], providers: [WatchedAnglers], exports: [WatchedAnglers] })
export class WatchedAnglersModule {}
