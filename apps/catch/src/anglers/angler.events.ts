import type { DomainEvent } from '@cds/event-sourcing';

/**
 * What others follow of an angler. Neither holds a name, so that erasure never has to reach them: it is published as it
 * is then.
 */
export type AnglerRenamed = DomainEvent<'AnglerRenamed', { accountId: string }>;
export type AnglerErased = DomainEvent<'AnglerErased', { accountId: string }>;

export type AnglerEvent = AnglerRenamed | AnglerErased;
