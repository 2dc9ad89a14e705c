import { listOf, type RouteDocs } from '@cds/openapi';
import { listEventsQuery, readEventQuery, streamEventsQuery } from './event-list/event-list.schemas.js';
import { feedEventSchema } from './feed-event.js';

const EXAMPLE = {
  id: 'evt_01h455vb4pex5vsknk084sn02q',
  type: 'catch.deleted',
  timestamp: '2026-11-20T07:30:00.000Z',
  data: { id: 'catch_01h455vb4pex5vsknk084sn02q', species: 'Walleye', weight_lbs: 7.25, version: 3 },
};

const SEEN =
  'An account reads its own `catch.*`, `verification.*` and `webhook.*` as their owner, and everybody’s ' +
  '`leaderboard.*` and `species.*`.';

export const feedDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/events',
    tag: 'Events',
    operationId: 'listEvents',
    summary: 'List the events of the last 30 days',
    description:
      `${SEEN} They have the ids and bodies of the webhooks that tell of them. The event that became ` +
      'known last comes first.',
    query: listEventsQuery,
    answers: {
      200: {
        description: 'A page of events, newest first.',
        schema: listOf(feedEventSchema, 'EventList'),
        example: { data: [EXAMPLE], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: { Link: 'Other pages (RFC 8288).' },
      },
    },
    problems: { 429: ['limit.heavy_reads'] },
  },
  {
    method: 'GET',
    path: '/v1/events/stream',
    tag: 'Events',
    operationId: 'streamEvents',
    summary: 'Read events as they happen',
    description:
      'The feed as server-sent events: `id` is the event’s, `event` its type, and `data` the event as JSON. ' +
      'Without `Last-Event-ID` the stream starts now; with it, it goes on after that event of the feed, and ' +
      'nothing is left out or sent twice, between a page of `GET /v1/events` and the stream too. A comment comes ' +
      'every 15 seconds. The stream ends after 15 minutes, and when a server stops: connect again with the last ' +
      '`id` that you got, as every client of server-sent events does. A reader that takes nothing for a minute is ' +
      'cut off. An account may have 10 streams open.',
    query: streamEventsQuery,
    headers: { 'Last-Event-ID': 'The `id` of the last event that was read.' },
    answers: {
      200: {
        description: 'Events, for as long as the connection lasts.',
        contentTypes: ['text/event-stream'],
        example: `id: ${EXAMPLE.id}\nevent: ${EXAMPLE.type}\ndata: ${JSON.stringify(EXAMPLE)}\n\n`,
      },
    },
    problems: { 410: ['event.gone'], 429: ['limit.event_streams'] },
  },
  {
    method: 'GET',
    path: '/v1/events/{id}',
    tag: 'Events',
    operationId: 'getEvent',
    summary: 'Read an event',
    description: 'As the webhook of its type brings it.',
    query: readEventQuery,
    answers: { 200: { description: 'The event.', schema: feedEventSchema, example: EXAMPLE } },
    problems: { 404: ['event.not_found'] },
  },
];
