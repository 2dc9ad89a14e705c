import { randomUUID } from 'node:crypto';

/** The type of the events that `fact` makes. No service knows it. */
export const FACT = 'FactRecordedV1';

/** A CloudEvent as @cds/kafka publishes it. */
export interface FactEvent {
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly subject: string;
  readonly time: Date;
  readonly accountId: string | null;
  readonly traceparent: string | null;
  readonly data: unknown;
}

/** An event that records a number, about one of seven subjects. */
export const fact = (number: number, overrides: Partial<FactEvent> = {}): FactEvent => ({
  id: `evt_${randomUUID()}`,
  type: FACT,
  source: 'tests',
  subject: `subject_${number % 7}`,
  time: new Date('2026-11-21T09:00:00.000Z'),
  accountId: 'acc_1',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  data: { number },
  ...overrides,
});

export const facts = (count: number, from = 0): FactEvent[] =>
  Array.from({ length: count }, (_, index) => fact(from + index));
