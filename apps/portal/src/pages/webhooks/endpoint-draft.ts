import type { Endpoint, NewEndpoint } from '../../api/webhooks.js';

/**
 * The form of an endpoint, field by field, as texts. The values of its own headers may be secrets, and are kept
 * apart.
 */
export interface EndpointDraft {
  readonly url: string;
  readonly description: string;
  readonly eventTypes: readonly string[];
  readonly speciesId: string;
  readonly minWeightLbs: string;
  readonly minVerificationTier: string;
  readonly anglerId: string;
  readonly region: string;
  readonly leaderboardId: string;
  readonly maxRank: string;
  readonly ordering: string;
  readonly maxRatePerSecond: string;
  readonly retrySchedule: string;
}

export const EMPTY_DRAFT: EndpointDraft = {
  url: '',
  description: '',
  eventTypes: ['*'],
  speciesId: '',
  minWeightLbs: '',
  minVerificationTier: '',
  anglerId: '',
  region: '',
  leaderboardId: '',
  maxRank: '',
  ordering: 'none',
  maxRatePerSecond: '',
  retrySchedule: '',
};

const textOf = (value: string | number | null | undefined): string => String(value ?? '');

export const draftOf = ({ filter, ...endpoint }: Endpoint): EndpointDraft => ({
  url: endpoint.url,
  description: textOf(endpoint.description),
  eventTypes: endpoint.event_types,
  speciesId: textOf(filter?.species_id),
  minWeightLbs: textOf(filter?.min_weight_lbs),
  minVerificationTier: textOf(filter?.min_verification_tier),
  anglerId: textOf(filter?.angler_id),
  region: textOf(filter?.region),
  leaderboardId: textOf(filter?.leaderboard_id),
  maxRank: textOf(filter?.max_rank),
  ordering: endpoint.ordering,
  maxRatePerSecond: textOf(endpoint.max_rate_per_second),
  retrySchedule: endpoint.retry_schedule.join(', '),
});

/** `name: value` in each line. */
export const headersText = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

const headersOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const colon = line.indexOf(':');
        return colon < 0 ? [line.trim(), ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
      }),
  );

/**
 * The schedule that a text names; null for the default. A word that is no number is sent as it is, and refused by
 * name.
 */
const scheduleOf = (text: string): number[] | null => {
  if (text.trim() === '') return null;
  if (text.trim().toLowerCase() === 'none') return [];
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
};

/**
 * What is sent: everything, so that an edit can empty a field too. The API checks it all, and says what is wrong
 * where.
 */
export const bodyOf = (draft: EndpointDraft, headers: string): NewEndpoint => {
  const filter = Object.fromEntries(
    Object.entries({
      species_id: draft.speciesId.trim(),
      min_weight_lbs: draft.minWeightLbs === '' ? '' : Number(draft.minWeightLbs),
      min_verification_tier: draft.minVerificationTier,
      angler_id: draft.anglerId.trim(),
      region: draft.region.trim(),
      leaderboard_id: draft.leaderboardId.trim(),
      max_rank: draft.maxRank === '' ? '' : Number(draft.maxRank),
    }).filter(([, value]) => value !== ''),
  );
  return {
    url: draft.url.trim(),
    description: draft.description.trim() || null,
    event_types: [...draft.eventTypes],
    filter: Object.keys(filter).length > 0 ? filter : null,
    ordering: draft.ordering,
    max_rate_per_second: draft.maxRatePerSecond === '' ? null : Number(draft.maxRatePerSecond),
    retry_schedule: scheduleOf(draft.retrySchedule),
    headers: headersOf(headers),
  } as NewEndpoint;
};

/**
 * The same as a merge patch: a key of the filter and a header that are no longer there are taken away by null, since a
 * patch leaves alone what it does not name.
 */
export const patchOf = (body: NewEndpoint, { filter, headers }: Endpoint): object => ({
  ...body,
  filter: body.filter && { ...nulls(filter ?? {}), ...body.filter },
  headers: { ...nulls(headers), ...body.headers },
});

const nulls = (record: object): Record<string, null> =>
  Object.fromEntries(Object.keys(record).map((name) => [name, null]));
