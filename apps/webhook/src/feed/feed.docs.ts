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
  'An account reads its own `catch.*`, `verification.*` and `webhook.*` events as their owner, and everybody’s ' +
  '`leaderboard.*` and `species.*` events.';

export const feedDocs: readonly RouteDocs[] = [
  {
    method: 'GET',
    path: '/v1/events',
    tag: 'Events',
    operationId: 'listEvents',
    summary: 'List the events of the last 30 days',
    description:
      `${SEEN} They have the same ids and bodies as the corresponding webhooks. The event that the service ` +
      'learned of last comes first.',
    query: listEventsQuery,
    answers: {
      200: {
        description: 'A page of events, newest first.',
        schema: listOf(feedEventSchema, 'EventList'),
        example: { data: [EXAMPLE], total: 1, page: 1, per_page: 25, has_more: false, next_cursor: null },
        headers: { Link: 'Links to other pages (RFC 8288).' },
      },
    },
    problems: { 429: ['limit.heavy_reads'] },
  },
  {
    method: 'GET',
    path: '/v1/events/stream',
    tag: 'Events',
    operationId: 'streamEvents',
    summary: 'Stream events',
    description:
      'The feed as server-sent events: `id` is the id of the event, `event` its type, and `data` the event as ' +
      'JSON. Without `Last-Event-ID` the stream starts now. With it, the stream continues after that event of ' +
      'the feed, and no event is left out or sent twice, even if the id comes from a page of `GET /v1/events`. ' +
      'A comment is sent every 15 seconds. The stream ends after 15 minutes, when its credential is revoked, and ' +
      'when a server stops; reconnect with the last `id` that you received, as every client for server-sent events ' +
      'does. Clients that read nothing for a minute are disconnected. An account can have up to 10 open streams.',
    query: streamEventsQuery,
    headers: { 'Last-Event-ID': 'The `id` of the last event that you received.' },
    answers: {
      200: {
        description: 'Events, for as long as the connection stays open.',
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
    description: 'Returns the event in the form in which webhooks deliver it.',
    query: readEventQuery,
    answers: { 200: { description: 'The event.', schema: feedEventSchema, example: EXAMPLE } },
    problems: { 404: ['event.not_found'] },
  },
];
