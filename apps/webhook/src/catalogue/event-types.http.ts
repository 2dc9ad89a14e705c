import {
  type CursorEnvelope,
  cursorEnvelope,
  cursorPageLinks,
  Cursors,
  listScope,
  mapPage,
  pickFields,
  placeInList,
} from '@cds/listing';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EVENT_TYPE_CATALOGUE } from './event-type-catalogue.js';
import { type EventTypeView, listEventTypesQuery, type ListEventTypesQuery } from './event-types.schemas.js';

/** The event types that an endpoint can subscribe to, in the order of the catalogue. */
@Controller('v1/webhooks/event-types')
export class EventTypesHttp {
  constructor(private readonly cursors: Cursors) {}

  @Get()
  listEventTypes(
    @Query({ schema: listEventTypesQuery }) query: ListEventTypesQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): CursorEnvelope<Partial<EventTypeView>> {
    const page = this.page(query);
    reply.header('link', cursorPageLinks(request.url, page));
    return mapPage(page, (view) => pickFields(view, query.fields));
  }

  private page(query: ListEventTypesQuery): CursorEnvelope<EventTypeView> {
    const scope = listScope('webhook-event-types', null, {});
    const { after, offset, limit } = placeInList(this.cursors, scope, query);
    const begin = after ? EVENT_TYPE_CATALOGUE.findIndex(({ name }) => name === after[0]) + 1 : offset;
    const total = EVENT_TYPE_CATALOGUE.length;
    return cursorEnvelope(EVENT_TYPE_CATALOGUE.slice(begin, begin + limit), query, total, ({ name }) =>
      this.cursors.issue(scope, { after: [name], total }),
    );
  }
}
