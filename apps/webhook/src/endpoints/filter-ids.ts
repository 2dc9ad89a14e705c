import { AppError } from '@cds/errors';
import type { Queryable } from '@cds/postgres';
import type { EndpointFilter } from './settings/endpoint-filter.js';

/**
 * Fails with `angler.erased` for an angler of whom nothing will ever be sent again. This service knows of no other id
 * whether it exists.
 */
export const checkFilterIds = async (tx: Queryable, filter: EndpointFilter | null): Promise<void> => {
  if (!filter?.angler_id) return;
  const { rowCount } = await tx.query('SELECT FROM erased_anglers WHERE angler_id = $1', [filter.angler_id]);
  if (rowCount) throw filteredAnglerErased(filter.angler_id);
};

const filteredAnglerErased = (id: string): AppError =>
  new AppError({
    code: 'angler.unknown',
    kind: 'rejected',
    message: `The angler ${id} was erased.`,
    violations: [{ pointer: '/filter/angler_id', code: 'angler.unknown', detail: 'is the id of an erased angler' }],
  });
