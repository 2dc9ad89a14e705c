import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { cds } from './client.js';

type Answer<Call extends (...args: never[]) => unknown> = Required<Awaited<ReturnType<Call>>>;

export type Endpoint = Answer<typeof cds.webhooks.get>;
export type NewEndpoint = Parameters<typeof cds.webhooks.create>[0];
export type Delivery = Answer<typeof cds.deliveries.resend>;
export type DeliveryWithAttempts = Answer<typeof cds.deliveries.get>;
export type Attempt = DeliveryWithAttempts['attempts'][number];
export type Stats = Answer<typeof cds.webhooks.stats>;
export type EventKind = Required<Awaited<ReturnType<typeof cds.webhooks.eventTypes>>['data'][number]>;

/** A page as it comes when no fields were chosen: nothing is missing in its rows. */
interface Rows<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
  readonly total?: number;
}

const PER_PAGE = 25;
const HOUR_MS = 3_600_000;

export const endpointsQuery = (query: { readonly cursor?: string | undefined }) =>
  queryOptions({
    queryKey: ['webhooks', 'list', query],
    queryFn: async ({ signal }) =>
      (await cds.webhooks.list({ ...query, per_page: PER_PAGE }, { signal })) as Rows<Endpoint>,
    placeholderData: keepPreviousData,
  });

export const endpointQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', id],
    queryFn: async ({ signal }) => (await cds.webhooks.get(id, {}, { signal })) as Endpoint,
    // A change sends the tag that belongs to the very object that was read.
    structuralSharing: false,
  });

/** How attempts went in the last days, at most 7. */
export const statsQuery = (id: string, days: number) =>
  queryOptions({
    queryKey: ['webhooks', 'stats', id, days],
    queryFn: ({ signal }) => {
      const until = new Date();
      const since = new Date(until.getTime() - days * 24 * HOUR_MS);
      const window = { since: since.toISOString(), until: until.toISOString() };
      return cds.webhooks.stats(id, window, { signal }) as Promise<Stats>;
    },
    staleTime: 30_000,
  });

export const eventKindsQuery = queryOptions({
  queryKey: ['webhooks', 'event-types'],
  queryFn: async ({ signal }) =>
    (await cds.webhooks.eventTypes({ per_page: 100 }, { signal })).data as readonly EventKind[],
  staleTime: Infinity,
});

/** As the address of a page has them. */
export interface DeliveryFilters {
  readonly cursor?: string | undefined;
  readonly status?: string | undefined;
  readonly type?: string | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

/** The deliveries of one endpoint, or of all; looked at again while something is on its way. */
export const deliveriesQuery = (endpointId: string | null, filters: DeliveryFilters) =>
  queryOptions({
    queryKey: ['webhooks', 'deliveries', endpointId, filters],
    queryFn: async ({ signal }) => {
      const { cursor, status, type, after, before } = filters;
      const params = {
        per_page: PER_PAGE,
        ...(cursor && { cursor }),
        ...(status && { status: [status] }),
        ...(type && { type: [type] }),
        ...(after && { created_after: after }),
        ...(before && { created_before: before }),
      } as Parameters<typeof cds.deliveries.list>[0];
      const list =
        endpointId === null
          ? cds.deliveries.list({ ...params, total: false }, { signal })
          : cds.webhooks.deliveries(endpointId, params, { signal });
      return (await list) as Rows<Delivery>;
    },
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  });

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', id],
    queryFn: ({ signal }) => cds.deliveries.get(id, {}, { signal }) as Promise<DeliveryWithAttempts>,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 2_000 : false),
  });

/** A recovery (`rec_…`) or a replay (`rep_…`), as both tell of their work. */
export interface Job {
  readonly id: string;
  readonly kind: 'recovery' | 'replay';
  readonly status: string;
  readonly count: number;
  readonly done: number;
  readonly since: string;
  readonly until: string;
  readonly error: string | null;
  readonly createdAt: string;
  readonly finishedAt: string | null;
}

export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'job', id],
    queryFn: ({ signal }) => readJob(id, signal),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : 1_000),
  });

export const isOver = ({ status }: Job): boolean => status === 'completed' || status === 'failed';

const readJob = async (id: string, signal: AbortSignal): Promise<Job> => {
  if (id.startsWith('rep_')) {
    const { sent, ...replay } = await cds.webhooks.getReplay(id, { signal });
    return { ...factsOf(replay), kind: 'replay', done: sent };
  }
  const { resent, ...recovery } = await cds.webhooks.getRecovery(id, { signal });
  return { ...factsOf(recovery), kind: 'recovery', done: resent };
};

type JobFacts = Omit<Answer<typeof cds.webhooks.getRecovery>, 'resent'>;

const factsOf = ({ id, status, count, since, until, error, ...job }: JobFacts): Omit<Job, 'kind' | 'done'> => ({
  id,
  status,
  count,
  since,
  until,
  error,
  createdAt: job.created_at,
  finishedAt: job.finished_at,
});
