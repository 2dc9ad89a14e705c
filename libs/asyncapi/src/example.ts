/** What the examples of one event have in common, whichever way it goes. */
export const EXAMPLE = {
  eventId: 'evt_01kasvz6h1j9w5t7a2q8r0s4v6',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
} as const;

/** An event happened at the latest time that its data names. */
export const exampleTime = (data: unknown): Date => {
  const times = JSON.stringify(data).match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? ['2026-11-21T10:00:00.000Z'];
  return new Date(Math.max(...times.map((time) => Date.parse(time))));
};
