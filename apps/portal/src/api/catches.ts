import type {
  Catch,
  CatchChange,
  CatchPatch,
  CatchPhoto,
  CreateOptions,
  NewCatch,
  NewVerification,
  UploadOptions,
  VerificationTier,
} from '@catch-data/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { cds } from './client.js';
import { type Filters, pageOf } from './list-page.js';

export const TIERS = ['unverified', 'photo', 'witnessed', 'certified'] as const satisfies readonly VerificationTier[];

export const catchesQuery = (query: Filters) =>
  queryOptions({
    queryKey: ['catches', query],
    queryFn: ({ signal }) => pageOf<Catch>(cds.catches.list(query as object, { signal })),
    placeholderData: keepPreviousData,
  });

export const catchQuery = (id: string) =>
  queryOptions({
    queryKey: ['catch', id],
    queryFn: async ({ signal }) => (await cds.catches.get(id, {}, { signal })) as Catch,
    // The object itself carries its entity tag.
    structuralSharing: false,
  });

/**
 * Whether an angler is of the account that is signed in: then so are their catches, and nobody else may change them.
 */
export const ownAnglerQuery = (anglerId: string) =>
  queryOptions({
    queryKey: ['own-angler', anglerId],
    queryFn: async ({ signal }): Promise<boolean> => {
      const query = { mine: true, angler_id: [anglerId], per_page: 1, total: false };
      return (await pageOf<Catch>(cds.catches.list(query as object, { signal }))).data.length > 0;
    },
    staleTime: Infinity,
  });

/** Read again with each version. */
export const historyQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['catch', id, 'history', version],
    queryFn: ({ signal }) => pageOf<CatchChange>(cds.catches.history(id, { per_page: 100 }, { signal })),
    placeholderData: keepPreviousData,
  });

export const createCatch = async (fields: NewCatch, options?: CreateOptions): Promise<Catch> =>
  (await cds.catches.create(fields, options)) as Catch;

/** Fails with 412 when somebody changed the catch since it was read. */
export const updateCatch = async (caught: Catch, patch: CatchPatch): Promise<Catch> =>
  (await cds.catches.update(caught, patch)) as Catch;

/** Deletes the catch whatever was changed meanwhile. */
export const deleteCatch = ({ id }: Catch): Promise<void> => cds.catches.delete(id);

export const uploadCatchPhoto = (id: string, file: File, options?: UploadOptions): Promise<CatchPhoto> =>
  cds.catches.uploadPhoto(id, file, options) as Promise<CatchPhoto>;

export const deleteCatchPhoto = (id: string, photoId: string): Promise<void> => cds.catches.deletePhoto(id, photoId);

export const requestVerification = (id: string, body: NewVerification, options?: CreateOptions): Promise<unknown> =>
  cds.catches.requestVerification(id, body, options);
