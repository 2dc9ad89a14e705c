import { queryOptions } from '@tanstack/react-query';
import { request } from './request.js';

export interface HomeBoard {
  readonly id: string;
  readonly name: string;
  readonly entry_count: number;
  readonly entries: readonly {
    readonly rank: number;
    readonly previous_rank: number | null;
    readonly angler: { readonly id: string; readonly name: string };
    readonly score: number;
  }[];
}

export interface HomeSpecies {
  readonly id: string;
  readonly common_name: string;
  readonly scientific_name: string;
  readonly water: string;
  readonly max_weight_lbs: number | null;
  readonly photos: readonly { readonly variants: { readonly large: { readonly url: string } } }[];
  readonly records: { readonly world: { readonly weight_lbs: number; readonly place: string } | null };
}

interface HomeData {
  readonly board: HomeBoard | null;
  readonly species: HomeSpecies | null;
}

/** What the product shows to strangers. */
export const homeQuery = queryOptions({
  queryKey: ['portal-home'],
  queryFn: ({ signal }) => request<HomeData>('GET', '/portal/home', { signal }),
  refetchInterval: 60_000,
});

/** The path of a picture of ours: pages load from their own origin alone, whatever name they were opened under. */
export const ownPath = (url: string): string => new URL(url, location.origin).pathname;
