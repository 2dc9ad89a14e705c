import { cursorPageQuery, cursorPageRules } from '@cds/listing';
import { queryList } from '@cds/validation';
import { z } from 'zod';
import { feedEventQuery } from '../feed-event.js';
import { FEED_TYPE_PATTERNS } from '../feed-types.js';

export const feedTypeQuery = queryList(z.enum(FEED_TYPE_PATTERNS))
  .meta({ description: 'An event type, such as `catch.created`, or all types of a kind, such as `catch.*`.' })
  .optional();

export const listEventsQuery = z
  .strictObject({ ...cursorPageQuery, type: feedTypeQuery, ...feedEventQuery })
  .check(cursorPageRules);
export type ListEventsQuery = z.infer<typeof listEventsQuery>;

export const readEventQuery = z.strictObject(feedEventQuery);
export type ReadEventQuery = z.infer<typeof readEventQuery>;

export const streamEventsQuery = z.strictObject({ type: feedTypeQuery, ...feedEventQuery });
export type StreamEventsQuery = z.infer<typeof streamEventsQuery>;
