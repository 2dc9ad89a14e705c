import { Module } from '@nestjs/common';
import { AnglerAnnouncements } from './angler-announcements.store.js';
import { AnglerAnnouncer } from './angler-announcer.js';

@Module({ providers: [AnglerAnnouncements, AnglerAnnouncer], exports: [AnglerAnnouncer] })
export class AnnounceAnglersModule {}
