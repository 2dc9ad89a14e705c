/** Where an entry stands in a ranking's period: entries in rank order ascend by placing, time and angler. */
export interface Place {
  readonly placing: number;
  readonly achievedAt: Date;
  readonly anglerId: string;
}

export interface PlaceIn extends Place {
  /** Of `ranking_periods`. */
  readonly periodId: number;
}

/** A place as queries return it. `placing` must be cast to float8: pg returns bigint values as strings. */
export interface PlaceRow {
  period_id: number;
  placing: number;
  achieved_at: Date;
  angler_id: string;
}

/** The columns of places as arrays for `unnest`. */
export const placeColumns = (places: readonly PlaceIn[]): unknown[] => [
  places.map(({ periodId }) => periodId),
  places.map(({ placing }) => placing),
  places.map(({ achievedAt }) => achievedAt.toISOString()),
  places.map(({ anglerId }) => anglerId),
];

/** The columns that order a table by rank, as one row. */
export const placeOf = (table: string): string => `(${table}.placing, ${table}.achieved_at, ${table}.angler_id)`;

/** The same as a list to order by. */
export const placeOrder = (table: string, direction: '' | ' DESC' = ''): string =>
  ['placing', 'achieved_at', 'angler_id'].map((column) => `${table}.${column}${direction}`).join(', ');
