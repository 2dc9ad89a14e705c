import { isDeepStrictEqual } from 'node:util';
import type { Actor, RecordedEvent } from '@cds/event-sourcing';
import type { CatchEvent } from '../../model/catch.events.js';
import type { CatchView } from '../catch-view.js';

export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** One event of a catch, as an account sees it. */
export interface CatchHistoryEntry {
  at: string;
  /** Null for what the service did by itself. The credentials of other accounts are nobody's business. */
  by: { account_id: string; credential_id: string | null } | null;
  action: string;
  changes: FieldChange[];
  version: number;
}

/** The public name of each event: that of the webhook which tells of it. */
const ACTIONS: Readonly<Record<CatchEvent['type'], string>> = {
  CatchLogged: 'catch.created',
  CatchEdited: 'catch.updated',
  CatchPhotoAdded: 'catch.updated',
  CatchPhotoRemoved: 'catch.updated',
  CatchDeleted: 'catch.deleted',
  VerificationRequested: 'verification.requested',
  VerificationApproved: 'verification.approved',
  VerificationRejected: 'verification.rejected',
  VerificationRevoked: 'verification.revoked',
  CatchErased: 'catch.updated',
};

/**
 * What an event made of a catch. Both views are those of the one who asks, so that a change of what is hidden from them
 * shows no difference. Before its first event a catch is empty.
 */
export const historyEntry = (
  { type, metadata }: RecordedEvent<CatchEvent>,
  before: CatchView | null,
  after: CatchView,
  viewer: string,
): CatchHistoryEntry => ({
  at: metadata.occurredAt.toISOString(),
  by: metadata.actor && byOf(metadata.actor, viewer),
  action: ACTIONS[type],
  changes: changesBetween(before, after),
  version: metadata.version,
});

const byOf = ({ accountId, credentialId }: Actor, viewer: string): CatchHistoryEntry['by'] => ({
  account_id: accountId,
  credential_id: accountId === viewer ? credentialId : null,
});

/** Fields that are set once or that every version moves: they say nothing about what changed. */
const NOT_COMPARED = new Set(['id', 'created_at', 'updated_at', 'version']);

const changesBetween = (before: CatchView | null, after: CatchView): FieldChange[] =>
  Object.entries(after)
    .map(([field, to]) => ({
      field,
      from: before ? before[field as keyof CatchView] : Array.isArray(to) ? [] : null,
      to: to as unknown,
    }))
    .filter(({ field, from, to }) => !NOT_COMPARED.has(field) && !isDeepStrictEqual(from, to));
