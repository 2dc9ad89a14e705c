import { Module } from '@nestjs/common';
import { BoardAnnouncements } from './board-announcements.store.js';
import { BoardAnnouncer } from './board-announcer.js';

@Module({ providers: [BoardAnnouncements, BoardAnnouncer], exports: [BoardAnnouncer] })
export class AnnounceBoardsModule {}
