import { describe, expect, it } from '@jest/globals';
import { RelayHealth } from './relay-health.js';

const progress = { leading: true, published: 0, pending: null, oldestPendingMs: null };
const stuck = { eventId: 'evt_1', streamId: 'cat_1', version: 7, attempts: 12, error: 'Not authorized' };

describe('the health of a relay', () => {
  it('shows events that it is stuck at until they are published or skipped', () => {
    const health = new RelayHealth();
    expect(health.details()).toEqual({ stuck: [], failure: null });
    health.see({ ...progress, priority: 'live', stuck });
    health.see({ ...progress, priority: 'bulk', stuck: null });
    const shown = {
      priority: 'live',
      event_id: 'evt_1',
      stream_id: 'cat_1',
      version: 7,
      attempts: 12,
      error: 'Not authorized',
    };
    expect(health.details()).toEqual({ stuck: [shown], failure: null });
    health.see({ ...progress, priority: 'live', stuck: null });
    expect(health.details()).toEqual({ stuck: [], failure: null });
  });

  it('shows why it failed until it leads or stands by', () => {
    const health = new RelayHealth();
    health.fail(new Error('the log was restored from another cluster'));
    expect(health.details()).toEqual({ stuck: [], failure: 'the log was restored from another cluster' });
    health.see({ ...progress, leading: false, priority: 'live', stuck: null });
    expect(health.details()).toEqual({ stuck: [], failure: null });
  });
});
