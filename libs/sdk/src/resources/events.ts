import type { Choosing, Chosen, FieldOf } from '../runtime/chosen.js';
import type { CatchDataEvent } from '../events/event-types.js';
import { EventStream, type StreamOptions } from '../events/event-stream.js';
import type { GetEventParams, ListEventsParams, StreamEventsParams } from '../openapi/generated/operations.gen.js';
import type { List } from '../runtime/list.js';
import type { RequestOptions } from '../runtime/options.js';
import { Resource } from './resource.js';

/** What happened, for 30 days. */
export class Events extends Resource {
  /** The account’s view of events, newest first. */
  list<F extends FieldOf<ListEventsParams> = never>(
    params?: Choosing<ListEventsParams, F>,
    options?: RequestOptions,
  ): List<Chosen<CatchDataEvent, F>> {
    return this.api.list('listEvents', [], params, options) as List<unknown> as List<Chosen<CatchDataEvent, F>>;
  }

  /** One event. */
  get<F extends FieldOf<GetEventParams> = never>(
    id: string,
    params?: Choosing<GetEventParams, F>,
    options?: RequestOptions,
  ): Promise<Chosen<CatchDataEvent, F>> {
    return this.api.read('getEvent', [id], params, options) as Promise<unknown> as Promise<Chosen<CatchDataEvent, F>>;
  }

  /** Events as they happen: `for await (const event of cds.events.stream()) …`. */
  stream(params?: StreamEventsParams, options: StreamOptions = {}): EventStream {
    return new EventStream((lastEventId, sent) => {
      const headers = { accept: 'text/event-stream', 'last-event-id': lastEventId || undefined };
      return this.api.open('streamEvents', { params, headers }, sent);
    }, options);
  }
}
