import { TIERS } from '../../api/catches.js';
import { Select, TextField } from '../../ui/field.js';
import { ActiveFilters, FilterForm } from '../../ui/filters.js';
import { optionsOf } from '../../ui/words.js';
import { type CatchSearch, FILTER_LABELS, moreInUse } from './catch-filters.js';
import { tierLabel } from './tier-badge.js';

const YES_NO = [
  { value: '', label: 'Any' },
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

const WHOSE = [
  { value: '', label: 'Everybody’s' },
  { value: 'true', label: 'My account’s' },
  { value: 'false', label: 'Other accounts’' },
];

export const CatchFilterForm = ({ search }: { readonly search: CatchSearch }) => (
  <>
    <FilterForm
      label="Filter catches"
      search={search}
      moreInUse={moreInUse(search)}
      more={<MoreFilters search={search} />}
    >
      <TextField label="Search" name="q" type="search" defaultValue={search['q']} placeholder="Words in any field" />
      <TextField label="Species" name="species" defaultValue={search['species']} placeholder="Any name or id" />
      <Select
        label="Verification"
        name="verification_tier"
        defaultValue={search['verification_tier']}
        options={optionsOf(TIERS, 'Any', tierLabel)}
      />
      <Select label="Whose" name="mine" defaultValue={search['mine']} options={WHOSE} />
    </FilterForm>
    <ActiveFilters search={search} labels={FILTER_LABELS} />
  </>
);

const MoreFilters = ({ search }: { readonly search: CatchSearch }) => (
  <>
    <Select
      label="Verified at least"
      name="min_verification_tier"
      defaultValue={search['min_verification_tier']}
      options={optionsOf(TIERS, 'Any', tierLabel)}
    />
    {NUMBERS.map(([name, label]) => (
      <TextField
        key={name}
        label={label}
        name={name}
        defaultValue={search[name]}
        type="number"
        min={0}
        step="any"
        inputMode="decimal"
      />
    ))}
    {DAYS.map(([name, label]) => (
      <TextField key={name} label={label} name={name} defaultValue={search[name]?.slice(0, 10)} type="date" />
    ))}
    <Select
      label="Water"
      name="water_type"
      defaultValue={search['water_type']}
      options={optionsOf(['freshwater', 'saltwater', 'brackish'], 'Any')}
    />
    <Select label="Released" name="released" defaultValue={search['released']} options={YES_NO} />
    <Select label="Has a photo" name="has_photo" defaultValue={search['has_photo']} options={YES_NO} />
    {TEXTS.map(([name, label, placeholder]) => (
      <TextField key={name} label={label} name={name} defaultValue={search[name]} placeholder={placeholder} />
    ))}
  </>
);

const NUMBERS = [
  ['min_weight_lbs', 'Weight from (lb)'],
  ['max_weight_lbs', 'Weight to (lb)'],
  ['min_length_in', 'Length from (in)'],
  ['max_length_in', 'Length to (in)'],
  ['min_depth_ft', 'Depth from (ft)'],
  ['max_depth_ft', 'Depth to (ft)'],
] as const;

const DAYS = [
  ['caught_after', 'Caught from'],
  ['caught_before', 'Caught before'],
  ['created_after', 'Logged from'],
  ['created_before', 'Logged before'],
  ['updated_since', 'Changed since'],
] as const;

const TEXTS = [
  ['region', 'Region', 'US-TX'],
  ['country', 'Country', 'US'],
  ['near', 'Near', 'latitude,longitude,miles'],
  ['bbox', 'Area', 'west,south,east,north'],
  ['method', 'Method', 'fly'],
  ['bait', 'Bait', 'jig'],
  ['angler_id', 'Angler', 'ang_…'],
  ['external_id', 'External id', ''],
] as const;
