import type { CreateOptions, Verification, VerificationStatus } from '@catch-data/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { cds } from './client.js';
import { type Filters, pageOf } from './list-page.js';

export const VERIFICATION_STATUSES = [
  'pending',
  'approved',
  'rejected',
  'revoked',
] as const satisfies readonly VerificationStatus[];
export const verificationsQuery = (query: Filters) =>
  queryOptions({
    queryKey: ['verifications', query],
    queryFn: ({ signal }) => pageOf<Verification>(cds.verifications.list(query as object, { signal })),
    placeholderData: keepPreviousData,
  });

/** The latest request about a catch of one's own; null where there was none. Read again with each version. */
export const ownVerificationOfQuery = (catchId: string, version: number) =>
  queryOptions({
    queryKey: ['catch', catchId, 'verification', version],
    queryFn: async ({ signal }): Promise<Verification | null> => {
      const query = { catch_id: catchId, per_page: 1 };
      const { data } = await pageOf<Verification>(cds.verifications.list(query as object, { signal }));
      return data[0] ?? null;
    },
    placeholderData: keepPreviousData,
  });

export type Decision = 'approve' | 'reject' | 'revoke';

/** A reviewer's word. Approving needs no reason. */
export const decide = (id: string, decision: Decision, reason: string, options?: CreateOptions): Promise<unknown> =>
  decision === 'approve' && reason === ''
    ? cds.verifications.approve(id, {}, options)
    : cds.verifications[decision](id, { reason }, options);
