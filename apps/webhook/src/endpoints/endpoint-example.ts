/** An endpoint as the reference shows it. */
export const ENDPOINT_EXAMPLE = {
  id: 'we_01h455vb4pex5vsknk084sn02q',
  url: 'https://example.com/hooks',
  event_types: ['catch.*', 'verification.approved'],
  filter: { species_id: 'spc_01h455vb4pex5vsknk084sn02q', min_weight_lbs: 5 },
  ordering: 'none',
  max_rate_per_second: null,
  retry_schedule: [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000],
  description: 'Production',
  headers: { 'x-team': 'records' },
  status: 'enabled',
  disabled_at: null,
  disabled_reason: null,
  created_at: '2026-11-20T07:30:00.000Z',
  updated_at: '2026-11-20T07:30:00.000Z',
};
