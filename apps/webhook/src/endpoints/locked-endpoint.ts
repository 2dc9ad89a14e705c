import { accountDeleted } from '@cds/identity';
import type { Queryable } from '@cds/postgres';
import { entityTagOf, matchesTag, type SecretBox } from '@cds/service-kit';
import { endpointChanged, endpointNotFound } from './endpoint.errors.js';
import { checkEndpointId } from './endpoint-id.js';
import { ENDPOINT_COLUMNS, type EndpointRow } from './endpoint-row.js';
import { endpointView } from './endpoint-view.js';

/**
 * An endpoint of the account, locked until the transaction ends. Fails with `webhook.not_found`, with
 * `account.deleted` or, where `If-Match` does not have its tag, with `request.precondition_failed`.
 */
export const lockEndpoint = async (
  tx: Queryable,
  { id, accountId, ifMatch }: { id: string; accountId: string; ifMatch?: string | undefined },
  box: SecretBox,
): Promise<EndpointRow> => {
  checkEndpointId(id);
  const [row] = (await tx.query<EndpointRow>(LOCK, [id, accountId])).rows;
  if (!row) throw endpointNotFound(id);
  if (row.disabledReason === 'account_deleted') throw accountDeleted(accountId);
  if (ifMatch !== undefined && !matchesTag(ifMatch, entityTagOf(endpointView(row, box)))) throw endpointChanged(id);
  return row;
};

const LOCK = `
SELECT ${ENDPOINT_COLUMNS} FROM endpoints WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL
  FOR NO KEY UPDATE`;
