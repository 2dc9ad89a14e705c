import { tierReaches, type VerificationTier } from '@cds/contracts';
import type { EndpointFilter } from '../endpoints/settings/endpoint-filter.js';
import type { WebhookEventType } from '../endpoints/event-types.js';

/** What of an event decides whether it passes a filter. */
export interface Filterable {
  readonly type: WebhookEventType;
  readonly data: unknown;
}

/**
 * Whether an endpoint with this filter gets an event. Every key must hold in one state of what the event tells of: the
 * new one or the one before it. A key that the type does not have is ignored.
 */
export const passesFilter = (filter: EndpointFilter | null, { type, data }: Filterable): boolean => {
  if (filter === null || !isRecord(data)) return true;
  const states = statesOf(type, data);
  return states.length === 0 || states.some((state) => fits(filter, state));
};

type State = { readonly [K in keyof Required<EndpointFilter>]?: unknown };

/** The states that a filter may hold in; none for types without filter keys. */
const statesOf = (type: WebhookEventType, data: Fields): State[] => {
  const previous = fieldsOf(data['previous']);
  if (type.startsWith('catch.')) return [catchState(data), catchState({ ...data, ...previous })];
  if (type.startsWith('verification.')) return verificationStates(data, previous);
  if (type.startsWith('leaderboard.')) return boardStates(data);
  return type.startsWith('species.') ? recordStates(data, previous) : [];
};

const catchState = (fields: Fields): State => ({
  species_id: fields['species_id'],
  min_weight_lbs: fields['weight_lbs'],
  min_verification_tier: fields['verification_tier'],
  angler_id: fieldsOf(fields['angler'])['id'],
  region: fieldsOf(fields['location'])['region'] ?? null,
});

/** The tier that was asked for counts beside those that the catch has and had. */
const verificationStates = (data: Fields, previous: Fields): State[] => {
  const state = catchState(fieldsOf(data['catch']));
  return [data['tier'], state.min_verification_tier, previous['verification_tier']].flatMap((tier) =>
    tier === undefined ? [] : [{ ...state, min_verification_tier: tier }],
  );
};

/** A board of all species or regions passes no filter by one of them. */
const boardStates = (data: Fields): State[] => {
  const board = fieldsOf(data['board']);
  const rule = fieldsOf(board['rule']);
  const state = { leaderboard_id: board['id'], species_id: rule['species_id'] ?? null, region: rule['region'] ?? null };
  return placesIn(data).map((place) => ({ ...state, ...place }));
};

/** The places that an event tells of: where somebody is or was, who leads or led, or all that a period ended with. */
const placesIn = (data: Fields): State[] => {
  if (Array.isArray(data['entries']))
    return data['entries'].map(fieldsOf).map((entry) => ({ angler_id: anglerOf(entry), max_rank: entry['rank'] }));
  if (!('rank' in data)) return [data, fieldsOf(data['previous'])].map((leader) => ({ angler_id: anglerOf(leader) }));
  const ranks = [data['rank'], data['previous_rank']];
  return ranks.map((rank) => ({ angler_id: anglerOf(data), max_rank: rank ?? null }));
};

const anglerOf = (fields: Fields): unknown => fieldsOf(fields['angler'])['id'] ?? null;

const recordStates = (data: Fields, previous: Fields): State[] => {
  const records = [data['record'], previous['record']].filter(isRecord);
  return records.map((record) => ({
    species_id: fieldsOf(data['species'])['id'],
    region: record['region'],
    min_weight_lbs: record['weight_lbs'],
  }));
};

const fits = (filter: EndpointFilter, state: State): boolean =>
  KEYS.every((key) => filter[key] === undefined || state[key] === undefined || FITS[key](filter[key], state[key]));

type Key = keyof EndpointFilter;

const equals = (wanted: unknown, value: unknown): boolean => wanted === value;

/** Compares a filter's value with a state's; null in the state fits nothing. */
const FITS: Readonly<Record<Key, (wanted: unknown, value: unknown) => boolean>> = {
  species_id: equals,
  angler_id: equals,
  region: equals,
  leaderboard_id: equals,
  min_weight_lbs: (least, weight) => typeof weight === 'number' && weight >= Number(least),
  max_rank: (most, rank) => typeof rank === 'number' && rank <= Number(most),
  min_verification_tier: (least, tier) =>
    tier !== null && tierReaches(tier as VerificationTier, least as VerificationTier),
};
const KEYS = Object.keys(FITS) as Key[];

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});
