import type { Caller } from '@cds/identity';
import { CurrentCaller } from '@cds/service-kit';
import { Controller, Get, Query, Req, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { streamEventsQuery, type StreamEventsQuery } from '../event-list/event-list.schemas.js';
import { EventStreams } from './event-streams.js';

@Controller('v1/events')
export class EventStreamHttp {
  constructor(private readonly streams: EventStreams) {}

  @Get('stream')
  async streamEvents(
    @Query({ schema: streamEventsQuery }) query: StreamEventsQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const lastEventId = request.headers['last-event-id']?.toString();
    const stream = await this.streams.start(caller, query, lastEventId || undefined);
    if (request.method === 'HEAD') stream.end();
    reply.headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Proxies on the way pass each event on at once, as it is.
      'x-accel-buffering': 'no',
    });
    return new StreamableFile(stream.body);
  }
}
