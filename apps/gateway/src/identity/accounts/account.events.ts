import type { DomainEvent } from '@cds/event-sourcing';

/** What others must hear of an account. The stream is the account's id. */
export type AccountDeleted = DomainEvent<'AccountDeleted', Record<string, never>>;

export type AccountEvent = AccountDeleted;
