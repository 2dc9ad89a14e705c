import { int4Array, int8Array, textArray, timestamptzArray } from '@cds/postgres';

/** Where an entry stands in a ranking's period: entries in rank order ascend by placement, time and angler. */
export interface Place {
  readonly placement: number;
  /** Milliseconds since 1970. */
  readonly achievedAt: number;
  readonly anglerId: string;
}

export interface PlaceIn extends Place {
  /** Of `ranking_periods`. */
  readonly periodId: number;
}

/** One entry more (1) or fewer (-1) at a place. */
export interface PlaceChange extends PlaceIn {
  readonly entries: number;
}

/** A place as queries return it. `placement` must be cast to float8: pg returns bigint values as strings. */
export interface PlaceRow {
  period_id: number;
  placement: number;
  achieved_ms: number;
  angler_id: string;
}

/** The columns of places as arrays for `unnest`. */
export const placeColumns = (places: readonly PlaceIn[]): Buffer[] => [
  int4Array(places.map(({ periodId }) => periodId)),
  int8Array(places.map(({ placement }) => placement)),
  timestamptzArray(places.map(({ achievedAt }) => achievedAt)),
  textArray(places.map(({ anglerId }) => anglerId)),
];

/** The columns that order a table by rank, as one row. */
export const placeOf = (table: string): string => `(${table}.placement, ${table}.achieved_at, ${table}.angler_id)`;

/** The same as a list to order by. */
export const placeOrder = (table: string, direction: '' | ' DESC' = ''): string =>
  ['placement', 'achieved_at', 'angler_id'].map((column) => `${table}.${column}${direction}`).join(', ');
