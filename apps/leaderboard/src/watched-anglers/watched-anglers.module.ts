import { Module } from '@nestjs/common';
import { WatchedAnglers } from './watched-anglers.store.js';

@Module({ providers: [WatchedAnglers], exports: [WatchedAnglers] })
export class WatchedAnglersModule {}
