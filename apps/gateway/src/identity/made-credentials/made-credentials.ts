import { Injectable } from '@nestjs/common';
import type { Prisma } from '../../generated/client.js';
import { AuditLog, doneBy } from '../audit-log/audit-log.js';
import { endClients } from '../issued-tokens/end-clients.js';
import type { Actor } from '../principals/current-actor.decorator.js';

interface Made {
  readonly id: string;
  readonly kind: 'api_key' | 'oauth_client';
  readonly account_id: string;
}

/** Most credentials that one revocation ends: an account has at most 100 keys and as many clients. */
const MOST = 1_000;

const ACTIONS = { api_key: 'api_key.revoked', oauth_client: 'oauth_client.deleted' } as const;

/** Ends credentials together with what made them. */
@Injectable()
export class MadeCredentials {
  constructor(private readonly audit: AuditLog) {}

  /**
   * Revokes the keys and deletes the clients that were made by any of these makers, by what those made, and so on; a
   * key stands for the keys that were rolled into it, too. Each is an entry of the audit log. Resolves to the accounts
   * whose keys were revoked. Call it with the makers locked by `FOR UPDATE`, so that they make no more meanwhile.
   */
  async endOf(makers: readonly string[], at: Date, caller: Actor, tx: Prisma.TransactionClient): Promise<string[]> {
    const made = await this.lockMade(makers, tx);
    await this.end(made, at, tx);
    const details = { with: [...makers] };
    const entries = made.map(({ id, kind, account_id: accountId }) => ({
      action: ACTIONS[kind],
      accountId,
      targetId: id,
      details,
      ...doneBy(caller),
    }));
    await this.audit.recordAll(entries, tx);
    return [...new Set(made.filter(({ kind }) => kind === 'api_key').map((key) => key.account_id))];
  }

  /** All that they made. Nothing of it can make any more until the transaction ends; see `lockMaker`. */
  private async lockMade(makers: readonly string[], tx: Prisma.TransactionClient): Promise<Made[]> {
    const locked = new Set<string>();
    for (;;) {
      const made = await madeBy(makers, tx);
      if (made.every(({ id }) => locked.has(id))) return made;
      await lock(made, tx);
      // What these were making until they were locked is found by the next look.
      for (const { id } of made) locked.add(id);
    }
  }

  private async end(made: readonly Made[], at: Date, tx: Prisma.TransactionClient): Promise<void> {
    const [keys, clients] = [idsOf('api_key', made), idsOf('oauth_client', made)];
    await tx.apiKey.updateMany({ where: { id: { in: keys } }, data: { revokedAt: at, updatedAt: at } });
    await endClients(clients, at, tx);
  }
}

const idsOf = (kind: Made['kind'], made: readonly Made[]): string[] =>
  made.filter((one) => one.kind === kind).map(({ id }) => id);

const lock = async (made: readonly Made[], tx: Prisma.TransactionClient): Promise<void> => {
  await tx.$executeRaw`
    SELECT 1 FROM api_keys WHERE id = ANY(${idsOf('api_key', made)}::text[]) ORDER BY id FOR UPDATE`;
  await tx.$executeRaw`
    SELECT 1 FROM oauth_clients WHERE id = ANY(${idsOf('oauth_client', made)}::text[]) ORDER BY id FOR UPDATE`;
};

/**
 * What was made by grants of a client is joined at once: very many people may have allowed it, and a step of the
 * recursion for each of them would take long.
 */
const madeBy = (makers: readonly string[], tx: Prisma.TransactionClient): Promise<Made[]> => tx.$queryRaw<Made[]>`
    WITH RECURSIVE maker (id) AS (
      SELECT unnest(${[...makers]}::text[])
      UNION
      SELECT next.id FROM maker CROSS JOIN LATERAL (
        SELECT k.id FROM api_keys AS k WHERE k.created_by = maker.id
        UNION ALL SELECT c.id FROM oauth_clients AS c WHERE c.created_by = maker.id
        UNION ALL SELECT by_grant.id FROM oauth_grants AS g CROSS JOIN LATERAL (
          SELECT k.id FROM api_keys AS k WHERE k.created_by = g.id
          UNION ALL SELECT c.id FROM oauth_clients AS c WHERE c.created_by = g.id OFFSET 0
        ) AS by_grant WHERE g.client_id = maker.id
        UNION ALL SELECT k.replaced_by FROM api_keys AS k WHERE k.id = maker.id AND k.replaced_by IS NOT NULL
      ) AS next
    )
    SELECT k.id, 'api_key' AS kind, k.account_id FROM api_keys AS k
    WHERE k.id IN (SELECT maker.id FROM maker) AND k.id <> ALL (${[...makers]}::text[]) AND k.revoked_at IS NULL
    UNION ALL
    SELECT c.id, 'oauth_client', c.account_id FROM oauth_clients AS c
    WHERE c.id IN (SELECT maker.id FROM maker) AND c.id <> ALL (${[...makers]}::text[]) AND c.deleted_at IS NULL
    ORDER BY id LIMIT ${MOST}`;
