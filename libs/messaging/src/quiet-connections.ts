import { createRequire } from 'node:module';

/** The part of kafkajs's own code that is mended here. */
export interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

/**
 * Lets connections to Kafka rest. kafkajs 2.2.4 looks every millisecond, on each connection and for ever, for requests
 * that wait to be sent, also when none does: 700 wake-ups a second of each idle service (tulios/kafkajs#1704). It is
 * made to look only while one waits; whoever adds one asks anew.
 */
export const { prototype: requestQueue } = createRequire(import.meta.url)(
  'kafkajs/src/network/requestQueue/index.js',
) as { prototype: RequestQueue };
const { scheduleCheckPendingRequests: schedule } = requestQueue;
requestQueue.scheduleCheckPendingRequests = function () {
  if (this.pending.length > 0) schedule.call(this);
};
