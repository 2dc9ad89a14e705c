import type { CatchDataEvent } from '@catch-data/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { cds } from './client.js';

const PER_PAGE = 25;

export const eventsQuery = ({
  cursor,
  type,
}: {
  readonly cursor?: string | undefined;
  readonly type?: string | undefined;
}) =>
  queryOptions({
    queryKey: ['events', 'list', { cursor, type }],
    queryFn: async ({ signal }) =>
      await cds.events.list(
        { per_page: PER_PAGE, ...(cursor && { cursor }), ...(type && { type: [type] }) } as Parameters<
          typeof cds.events.list
        >[0],
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: ['events', 'one', id],
    queryFn: ({ signal }) => cds.events.get(id, {}, { signal }),
    // An event never changes.
    staleTime: Infinity,
  });

/** Whom an event is about: the id of the thing that its data has, where it has one. */
export const subjectOf = ({ data }: CatchDataEvent): string | null => {
  const { catch_id: catchId, id, board, endpoint_id: endpointId } = data as Readonly<Record<string, unknown>>;
  const named = typeof board === 'object' && board !== null && 'id' in board ? board.id : undefined;
  return [id, catchId, named, endpointId].find((one): one is string => typeof one === 'string') ?? null;
};
