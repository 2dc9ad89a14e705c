import type { CatchData } from '@catch-data/sdk';

export const listEvents = async (cds: CatchData): Promise<void> => {
  for await (const event of cds.events.list({ type: 'catch.*' })) {
    if (event.type === 'catch.created') console.log(event.data.species, event.data.weight_lbs);
  }
};

export const getEvent = async (cds: CatchData): Promise<void> => {
  const event = await cds.events.get('evt_123');
  console.log(event.type, event.timestamp);
};

export const streamEvents = async (cds: CatchData): Promise<void> => {
  // Connects again and goes on after the last event when the connection breaks.
  for await (const event of cds.events.stream({ type: 'catch.*' }, { lastEventId: 'evt_123' })) {
    console.log(event.id, event.type);
  }
};
