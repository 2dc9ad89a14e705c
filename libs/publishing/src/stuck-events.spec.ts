import { describe, expect, it } from '@jest/globals';
import { StuckEvents } from './stuck-events.js';

const progress = { leading: true, published: 0, pending: null, oldestPendingMs: null };
const stuck = { eventId: 'evt_1', streamId: 'cat_1', version: 7, attempts: 12 };

describe('the events that a relay is stuck at', () => {
  it('are described until they are published or skipped', () => {
    const events = new StuckEvents();
    expect(events.describe()).toBeNull();
    events.see({ ...progress, priority: 'live', stuck });
    events.see({ ...progress, priority: 'bulk', stuck: null });
    expect(events.describe()).toBe('The live event evt_1 (cat_1, version 7) could not be published 12 times.');
    events.see({ ...progress, priority: 'live', stuck: null });
    expect(events.describe()).toBeNull();
  });
});
