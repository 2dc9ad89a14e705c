import type { Queryable } from '@cds/postgres';
import { newId, type Requester } from '@cds/service-kit';

/** Something that a security team wants to know: a fact with its subject, such as `webhook_endpoint.created`. */
export interface AuditFact {
  readonly action: `${string}.${string}`;
  /** The id of what was changed. */
  readonly targetId: string | null;
  /** Never contains a secret, a part of one, or what only its owner may read. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Whose account it happened in, and who did it in which request; a service itself has neither. */
export type Auditee = Pick<Requester, 'accountId'> & Partial<Pick<Requester, 'credentialId' | 'address' | 'requestId'>>;

/**
 * Notes a fact for the audit log of the gateway, through the transaction of the change that it tells of: the log gets
 * both or neither, however long Kafka or the gateway is away.
 */
export const recordAudit = (tx: Queryable, by: Auditee, fact: AuditFact): Promise<void> =>
  recordAudits(tx, [{ by, ...fact }]);

/** As `recordAudit`, for several facts in one statement. */
export const recordAudits = async (
  tx: Queryable,
  facts: readonly (AuditFact & { readonly by: Auditee })[],
): Promise<void> => {
  if (facts.length > 0) await tx.query(INSERT, [JSON.stringify(facts.map(rowOf))]);
};

const rowOf = ({ by, action, targetId, details }: AuditFact & { readonly by: Auditee }) => ({
  id: newId('auditEntry'),
  account_id: by.accountId,
  actor_id: by.credentialId,
  action,
  target_id: targetId,
  address: by.address,
  request_id: by.requestId,
  details,
});

const INSERT = `
INSERT INTO audit_events (id, account_id, actor_id, action, target_id, address, request_id, details)
SELECT fact.id, fact.account_id, fact.actor_id, fact.action, fact.target_id, fact.address, fact.request_id, fact.details
FROM jsonb_to_recordset($1::jsonb) AS fact (id text, account_id text, actor_id text, action text, target_id text,
  address text, request_id text, details jsonb)`;
