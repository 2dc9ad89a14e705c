import type { ReceivedEvent } from '@cds/kafka';

/**
 * The newest state of each subject, for topics whose events carry the whole subject. The last message is not always the
 * newest: a republished log interleaves with live events. States are compared by their `version`; a tombstone has none
 * and is compared by the time at which it happened.
 */
export const newestStates = <T extends { readonly version: number }>(
  events: readonly ReceivedEvent<T>[],
): ReceivedEvent<T>[] => {
  const newest = new Map<string, ReceivedEvent<T>>();
  for (const event of events) {
    const known = newest.get(event.subject);
    if (known === undefined || !isOlder(event, known)) newest.set(event.subject, event);
  }
  return [...newest.values()];
};

const isOlder = <T extends { readonly version: number }>(one: ReceivedEvent<T>, other: ReceivedEvent<T>): boolean =>
  one.data !== null && other.data !== null
    ? one.data.version < other.data.version
    : one.time.getTime() < other.time.getTime();
