import type { Caller } from '@cds/identity';
import { type CursorEnvelope, cursorPageLinks } from '@cds/listing';
import { callerGoneSignal, CurrentCaller } from '@cds/service-kit';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FeedEvent } from '../feed-event.js';
import { EventListQuery } from './event-list.query.js';
import { listEventsQuery, type ListEventsQuery, readEventQuery, type ReadEventQuery } from './event-list.schemas.js';
import { ReadEvent } from './read-event.query.js';

@Controller('v1/events')
export class EventListHttp {
  constructor(
    private readonly events: EventListQuery,
    private readonly readOne: ReadEvent,
  ) {}

  @Get()
  async listEvents(
    @Query({ schema: listEventsQuery }) query: ListEventsQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CursorEnvelope<Partial<FeedEvent>>> {
    const page = await this.events.execute(caller, query, callerGoneSignal(reply));
    reply.header('link', cursorPageLinks(request.url, page));
    return page;
  }

  @Get(':id')
  readEvent(
    @Param('id') id: string,
    @Query({ schema: readEventQuery }) query: ReadEventQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<Partial<FeedEvent>> {
    return this.readOne.execute(id, caller, query);
  }
}
