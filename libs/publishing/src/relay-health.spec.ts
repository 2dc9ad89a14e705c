import { describe, expect, it } from '@jest/globals';
import { StuckEvents } from './stuck-events.js';

const progress = { leading: true, published: 0, pending: null, oldestPendingMs: null };
const stuck = { eventId: 'evt_1', streamId: 'cat_1', version: 7, attempts: 12 };

describe('the events that a relay is stuck at', () => {
  it('are shown until they are published or skipped', () => {
    const events = new StuckEvents();
    expect(events.details()).toEqual({ stuck: [] });
    events.see({ ...progress, priority: 'live', stuck });
    events.see({ ...progress, priority: 'bulk', stuck: null });
    const shown = { priority: 'live', event_id: 'evt_1', stream_id: 'cat_1', version: 7, attempts: 12 };
    expect(events.details()).toEqual({ stuck: [shown] });
    events.see({ ...progress, priority: 'live', stuck: null });
    expect(events.details()).toEqual({ stuck: [] });
  });
});
