import { listOf, type RouteDocs } from '@cds/openapi';
import { PING } from '../endpoints/event-types.js';
import { EVENT_TYPE_CATALOGUE } from './event-type-catalogue.js';
import { eventTypeSchema, listEventTypesQuery } from './event-types.schemas.js';

export const catalogueDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/webhooks/event-types',
    tag: 'Webhooks',
    operationId: 'listEventTypes',
    summary: 'List the event types',
    description: 'Returns every type that is sent to endpoints, with the JSON Schema of its payload and an example.',
    query: listEventTypesQuery,
    answers: {
      200: {
        description: 'A page of event types.',
        schema: listOf(eventTypeSchema, 'EventTypeList'),
        example: {
          data: EVENT_TYPE_CATALOGUE.filter(({ name }) => name === PING),
          total: EVENT_TYPE_CATALOGUE.length,
          page: 1,
          per_page: 25,
          has_more: false,
          next_cursor: null,
        },
        headers: { Link: 'Links to other pages (RFC 8288).' },
      },
    },
  },
];
