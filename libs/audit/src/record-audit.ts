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
export const recordAudit = async (
  tx: Queryable,
  by: Auditee,
  { action, targetId, details }: AuditFact,
): Promise<void> => {
  const { accountId, credentialId = null, address = null, requestId = null } = by;
  const values = [newId('auditEntry'), accountId, credentialId, action, targetId, address, requestId];
  await tx.query(INSERT, [...values, details === undefined ? null : JSON.stringify(details)]);
};

const INSERT = `
INSERT INTO audit_events (id, account_id, actor_id, action, target_id, address, request_id, details)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;
