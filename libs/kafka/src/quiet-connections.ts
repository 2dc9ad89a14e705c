import { createRequire } from 'node:module';

/** The part of kafkajs's own code that is patched here. */
export interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

/**
 * Keeps idle connections to Kafka from waking the process. kafkajs looks every millisecond, on each connection and for
 * ever, for requests that wait to be sent, also when none does: 700 wake-ups a second of each idle service
 * (tulios/kafkajs#1704). Here it looks only while a request waits; adding one starts it again. A test pins the version
 * of kafkajs and the file that is patched.
 */
export const { prototype: requestQueue } = createRequire(import.meta.url)(
  'kafkajs/src/network/requestQueue/index.js',
) as { prototype: RequestQueue };
const { scheduleCheckPendingRequests: schedule } = requestQueue;
requestQueue.scheduleCheckPendingRequests = function () {
  if (this.pending.length > 0) schedule.call(this);
};
