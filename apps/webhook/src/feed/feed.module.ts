import { Module } from '@nestjs/common';
import { EventListHttp } from './event-list/event-list.http.js';
import { EventListQuery } from './event-list/event-list.query.js';
import { ReadEvent } from './event-list/read-event.query.js';
import { EventStreamHttp } from './event-stream/event-stream.http.js';
import { EventStreams } from './event-stream/event-streams.js';
import { FeedTail } from './event-stream/feed-tail.js';
import { OpenStreams } from './event-stream/open-streams.store.js';

@Module({
  controllers: [EventStreamHttp, EventListHttp],
  providers: [EventListQuery, EventStreams, FeedTail, OpenStreams, ReadEvent],
  exports: [FeedTail],
})
export class FeedModule {}
