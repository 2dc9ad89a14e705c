import type { CreateOptions, ExportJob, ImportJob, NewExport, RejectedRow } from '@catch-data/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { cds } from './client.js';
import { type Filters, type ListPage, pageOf } from './list-page.js';
import type { Send } from '../ui/use-upload.js';

type Job = ImportJob | ExportJob;

const POLL_MS = 1_000;

export const isOver = ({ status }: Job): boolean => status === 'completed' || status === 'failed';

/** Reads a job again while it is at work. */
const whileAtWork = (query: { readonly state: { readonly data?: Job | undefined } }): number | false =>
  query.state.data && isOver(query.state.data) ? false : POLL_MS;

/** Reads a page of jobs again while one of them is at work. */
const whileAnyIs = (query: { readonly state: { readonly data?: ListPage<Job> | undefined } }): number | false =>
  query.state.data?.data.every(isOver) ? false : 2 * POLL_MS;

export const importsQuery = (query: Filters) =>
  queryOptions({
    queryKey: ['imports', query],
    queryFn: ({ signal }) => pageOf<ImportJob>(cds.imports.list(query as object, { signal })),
    placeholderData: keepPreviousData,
    refetchInterval: whileAnyIs,
  });

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['import', id],
    queryFn: async ({ signal }) => (await cds.imports.get(id, { signal })) as ImportJob,
    refetchInterval: whileAtWork,
  });

export const rejectedRowsQuery = (id: string, query: Filters, rejected: number) =>
  queryOptions({
    queryKey: ['import', id, 'rejected', query, rejected],
    queryFn: ({ signal }) => pageOf<RejectedRow>(cds.imports.rejected(id, query as object, { signal })),
    placeholderData: keepPreviousData,
  });

export const exportsQuery = (query: Filters) =>
  queryOptions({
    queryKey: ['exports', query],
    queryFn: ({ signal }) => pageOf<ExportJob>(cds.exports.list(query as object, { signal })),
    placeholderData: keepPreviousData,
    refetchInterval: whileAnyIs,
  });

export const exportQuery = (id: string) =>
  queryOptions({
    queryKey: ['export', id],
    queryFn: async ({ signal }) => (await cds.exports.get(id, { signal })) as ExportJob,
    refetchInterval: whileAtWork,
  });

export const requestExport = async (body: NewExport, options?: CreateOptions): Promise<ExportJob> =>
  (await cds.catches.export(body, options)) as ExportJob;

const FORMATS = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

/** Sends a file, packed or not; its name says what it is. */
export const importFile: Send<ImportJob> = async (file, options) => {
  const format = /\.csv(?:\.gz)?$/i.test(file.name) ? FORMATS.csv : FORMATS.ndjson;
  const gzip = file.name.toLowerCase().endsWith('.gz');
  return (await cds.catches.import(file, { ...options, format, gzip })) as ImportJob;
};
