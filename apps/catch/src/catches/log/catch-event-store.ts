import { EventStore } from '@cds/event-store';
import { newId } from '@cds/service-kit';
import type { CatchEvent } from '../model/catch.events.js';
import { catchCodec } from './catch.codec.js';

/** Reads and appends the events of catches. */
export const catchEventStore = (): EventStore<CatchEvent> =>
  new EventStore<CatchEvent>({ newEventId: () => newId('event'), codec: catchCodec });
