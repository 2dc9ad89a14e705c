import { useQuery } from '@tanstack/react-query';
import type { Dispatch, SetStateAction } from 'react';
import { anglersQuery } from '../../api/anglers.js';
import { unitOf } from '../../measures/measures.js';
import { UnitsSwitch } from '../../measures/units-switch.js';
import { boundTo } from '../../ui/bound-to.js';
import { Select, TextArea, TextField } from '../../ui/field.js';
import { FieldGroup, WideField } from '../../ui/form-layout.js';
import { RegionField } from '../../ui/region-field.js';
import { optionsOf } from '../../ui/words.js';
import { SpeciesPicker } from '../species/species-picker.js';
import type { CatchDraft } from './catch-draft.js';

interface CatchFieldsProps {
  readonly draft: CatchDraft;
  readonly setDraft: Dispatch<SetStateAction<CatchDraft>>;
}

const RELEASED = [
  { value: '', label: 'Unknown' },
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** All that can be written of a catch, in the order in which one thinks of it on the water. */
export const CatchFields = ({ draft, setDraft }: CatchFieldsProps) => (
  <>
    <FishFields draft={draft} setDraft={setDraft} />
    <PlaceFields draft={draft} setDraft={setDraft} />
    <HowFields draft={draft} setDraft={setDraft} />
  </>
);

const DECIMAL = { type: 'number', min: 0, step: 'any', inputMode: 'decimal' } as const;

const FishFields = ({ draft, setDraft }: CatchFieldsProps) => {
  const bind = boundTo(draft, setDraft);
  const { data: anglers } = useQuery(anglersQuery);
  return (
    <FieldGroup legend="The fish">
      <SpeciesPicker
        label="Species"
        value={draft.species}
        pointer="/species"
        onPick={(species) => setDraft((old) => ({ ...old, species }))}
      />
      <UnitsSwitch />
      <TextField
        {...DECIMAL}
        {...bind('weight')}
        label={`Weight (${unitOf('weight', draft.units)})`}
        pointer="/weight_lbs"
        required
      />
      <TextField
        {...DECIMAL}
        {...bind('length')}
        label={`Length (${unitOf('length', draft.units)})`}
        pointer="/length_in"
      />
      <TextField
        {...bind('caughtAt')}
        label="Caught"
        type="datetime-local"
        step={1}
        hint="Leave empty for now."
        pointer="/caught_at"
      />
      <Select
        {...bind('anglerId')}
        label="Angler"
        options={[
          { value: '', label: 'Myself' },
          ...(anglers?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []),
        ]}
      />
    </FieldGroup>
  );
};

const PlaceFields = ({ draft, setDraft }: CatchFieldsProps) => {
  const bind = boundTo(draft, setDraft);
  return (
    <FieldGroup legend="The place">
      <TextField {...bind('placeName')} label="Name" hint="Only you see it." pointer="/location/name" />
      <RegionField {...bind('region')} pointer="/location/region" />
      <TextField
        {...DECIMAL}
        {...bind('latitude')}
        label="Latitude"
        min={-90}
        max={90}
        hint="Others see both rounded to 0.1°."
        pointer="/location/latitude"
        required={draft.longitude !== ''}
      />
      <TextField
        {...DECIMAL}
        {...bind('longitude')}
        label="Longitude"
        min={-180}
        max={180}
        pointer="/location/longitude"
        required={draft.latitude !== ''}
      />
      <TextField {...bind('country')} label="Country" placeholder="US" pointer="/location/country" />
      <TextField
        {...DECIMAL}
        {...bind('depth')}
        label={`Depth (${unitOf('depth', draft.units)})`}
        pointer="/depth_ft"
      />
      <Select
        {...bind('waterType')}
        label="Water"
        options={optionsOf(['freshwater', 'saltwater', 'brackish'], 'Unknown')}
      />
    </FieldGroup>
  );
};

const HowFields = ({ draft, setDraft }: CatchFieldsProps) => {
  const bind = boundTo(draft, setDraft);
  return (
    <FieldGroup legend="How">
      <TextField {...bind('method')} label="Method" maxLength={200} pointer="/method" />
      <TextField {...bind('bait')} label="Bait" maxLength={200} pointer="/bait" />
      <Select {...bind('released')} label="Released" options={RELEASED} />
      <TextField
        {...bind('externalId')}
        label="External id"
        maxLength={255}
        hint="The id in your own system. Each can be used once."
        pointer="/external_id"
      />
      <WideField>
        <TextArea {...bind('notes')} label="Notes" maxLength={5_000} pointer="/notes" />
      </WideField>
    </FieldGroup>
  );
};
