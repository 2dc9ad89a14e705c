import type { NewCatch, NewVerification, CatchPatch } from '@catch-data/sdk';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { cds } from './client.js';
import { type Filters, pageOf } from './list-page.js';
import type { Send } from '../ui/use-upload.js';

export const TIERS = ['unverified', 'photo', 'witnessed', 'certified'] as const;
export type Tier = (typeof TIERS)[number];

export interface Picture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

export interface Photo extends Picture {
  readonly id: string;
  readonly variants: { readonly thumb: Picture; readonly small: Picture; readonly large: Picture };
}

export interface CatchLocation {
  readonly name: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly region: string | null;
  readonly country: string | null;
  readonly obscured: boolean;
}

export interface Catch {
  readonly id: string;
  readonly species: string;
  readonly species_id: string;
  readonly weight_lbs: number;
  readonly length_in: number | null;
  readonly depth_ft: number | null;
  readonly verification_tier: Tier;
  readonly caught_at: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly angler: { readonly id: string; readonly name: string };
  readonly location: CatchLocation | null;
  readonly method: string | null;
  readonly bait: string | null;
  readonly water_type: string | null;
  readonly released: boolean | null;
  readonly notes: string | null;
  readonly photos: readonly Photo[];
  readonly version: number;
  readonly external_id: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
}

export interface Change {
  readonly at: string;
  readonly by: { readonly account_id: string; readonly credential_id: string | null } | null;
  readonly action: string;
  readonly changes: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[];
  readonly version: number;
}

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
    queryFn: ({ signal }) => pageOf<Change>(cds.catches.history(id, { per_page: 100 }, { signal })),
    placeholderData: keepPreviousData,
  });

/** The writable fields, in the API's units. */
export interface CatchFields {
  readonly species: string;
  readonly angler_id?: string;
  readonly weight_lbs: number;
  readonly length_in: number | null;
  readonly depth_ft: number | null;
  readonly caught_at?: string;
  readonly location: Omit<CatchLocation, 'obscured'> | null;
  readonly method: string | null;
  readonly bait: string | null;
  readonly water_type: string | null;
  readonly released: boolean | null;
  readonly notes: string | null;
  readonly external_id: string | null;
}

export const createCatch = async (fields: CatchFields): Promise<Catch> =>
  (await cds.catches.create(fields as NewCatch)) as Catch;

/** Fails with 412 when somebody changed the catch since it was read. */
export const updateCatch = async (caught: Catch, patch: Partial<CatchFields>): Promise<Catch> =>
  (await cds.catches.update(caught, patch as CatchPatch)) as Catch;

/** Deletes the catch whatever was changed meanwhile. */
export const deleteCatch = ({ id }: Catch): Promise<void> => cds.catches.delete(id);

export const uploadCatchPhoto = (id: string, ...[file, onProgress, signal]: Parameters<Send<Photo>>): Promise<Photo> =>
  cds.catches.uploadPhoto(id, file, { onProgress, signal }) as Promise<Photo>;

export const deleteCatchPhoto = (id: string, photoId: string): Promise<void> => cds.catches.deletePhoto(id, photoId);

export interface VerificationRequest {
  readonly tier: 'photo' | 'witnessed' | 'certified';
  readonly evidence: {
    readonly photos: readonly string[];
    readonly witness?: { readonly name: string; readonly email: string | null };
    readonly certificate_number?: string;
  };
}

export const requestVerification = (id: string, body: VerificationRequest): Promise<unknown> =>
  cds.catches.requestVerification(id, body as NewVerification);
