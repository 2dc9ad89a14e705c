import { useQuery } from '@tanstack/react-query';
import type { Dispatch, SetStateAction } from 'react';
import { anglersQuery } from '../../api/anglers.js';
import type { Problem } from '../../api/problem.js';
import { unitOf } from '../../measures/measures.js';
import { UnitsSwitch } from '../../measures/units-switch.js';
import { Select, TextArea, TextField } from '../../ui/field.js';
import { optionsOf } from '../../ui/words.js';
import { SpeciesPicker } from '../species/species-picker.js';
import type { CatchDraft, DraftTexts } from './catch-draft.js';
import styles from './catch-form.module.css';

interface CatchFieldsProps {
  readonly draft: CatchDraft;
  readonly setDraft: Dispatch<SetStateAction<CatchDraft>>;
  readonly problem: Problem | null;
}

const RELEASED = [
  { value: '', label: 'Not said' },
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** All that can be written of a catch, in the order in which one thinks of it on the water. */
export const CatchFields = ({ draft, setDraft, problem }: CatchFieldsProps) => (
  <>
    <FishFields draft={draft} setDraft={setDraft} problem={problem} />
    <PlaceFields draft={draft} setDraft={setDraft} />
    <HowFields draft={draft} setDraft={setDraft} />
  </>
);

/** Binds a control to a text of the draft. */
const bind = (draft: CatchDraft, setDraft: CatchFieldsProps['setDraft'], name: keyof DraftTexts) => ({
  value: draft[name],
  onChange: ({ target }: { target: { value: string } }) => setDraft((old) => ({ ...old, [name]: target.value })),
});

const DECIMAL = { type: 'number', min: 0, step: 'any', inputMode: 'decimal' } as const;

const FishFields = ({ draft, setDraft, problem }: CatchFieldsProps) => {
  const { data: anglers } = useQuery(anglersQuery);
  const refused = problem?.errors?.find(({ pointer }) => pointer === '/species')?.detail;
  return (
    <fieldset className={styles['group']}>
      <legend>The fish</legend>
      <SpeciesPicker
        label="Species"
        value={draft.species}
        error={refused}
        onPick={(species) => setDraft((old) => ({ ...old, species }))}
      />
      <UnitsSwitch />
      <TextField
        {...DECIMAL}
        {...bind(draft, setDraft, 'weight')}
        label={`Weight (${unitOf('weight', draft.units)})`}
        pointer="/weight_lbs"
        required
      />
      <TextField
        {...DECIMAL}
        {...bind(draft, setDraft, 'length')}
        label={`Length (${unitOf('length', draft.units)})`}
        pointer="/length_in"
      />
      <TextField
        {...bind(draft, setDraft, 'caughtAt')}
        label="Caught"
        type="datetime-local"
        step={1}
        hint="Leave empty for now."
        pointer="/caught_at"
      />
      <Select
        {...bind(draft, setDraft, 'anglerId')}
        label="Angler"
        options={[
          { value: '', label: 'Myself' },
          ...(anglers?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []),
        ]}
      />
    </fieldset>
  );
};

const PlaceFields = ({ draft, setDraft }: Omit<CatchFieldsProps, 'problem'>) => (
  <fieldset className={styles['group']}>
    <legend>The place</legend>
    <TextField {...bind(draft, setDraft, 'placeName')} label="Name" hint="Only you see it." pointer="/location/name" />
    <TextField
      {...bind(draft, setDraft, 'region')}
      label="Region"
      placeholder="US-TX"
      pattern="[A-Z]{2}-[A-Z0-9]{1,3}"
      title="An ISO 3166-2 code, such as US-TX"
      pointer="/location/region"
    />
    <TextField
      {...DECIMAL}
      {...bind(draft, setDraft, 'latitude')}
      label="Latitude"
      min={-90}
      max={90}
      hint="Others see both rounded to 0.1°."
      pointer="/location/latitude"
      required={draft.longitude !== ''}
    />
    <TextField
      {...DECIMAL}
      {...bind(draft, setDraft, 'longitude')}
      label="Longitude"
      min={-180}
      max={180}
      pointer="/location/longitude"
      required={draft.latitude !== ''}
    />
    <TextField {...bind(draft, setDraft, 'country')} label="Country" placeholder="US" pointer="/location/country" />
    <TextField
      {...DECIMAL}
      {...bind(draft, setDraft, 'depth')}
      label={`Depth (${unitOf('depth', draft.units)})`}
      pointer="/depth_ft"
    />
    <Select
      {...bind(draft, setDraft, 'waterType')}
      label="Water"
      options={optionsOf(['freshwater', 'saltwater', 'brackish'], 'Not said')}
    />
  </fieldset>
);

const HowFields = ({ draft, setDraft }: Omit<CatchFieldsProps, 'problem'>) => (
  <fieldset className={styles['group']}>
    <legend>How</legend>
    <TextField {...bind(draft, setDraft, 'method')} label="Method" maxLength={200} pointer="/method" />
    <TextField {...bind(draft, setDraft, 'bait')} label="Bait" maxLength={200} pointer="/bait" />
    <Select {...bind(draft, setDraft, 'released')} label="Released" options={RELEASED} />
    <TextField
      {...bind(draft, setDraft, 'externalId')}
      label="External id"
      maxLength={255}
      hint="The id in your own system. Each can be used once."
      pointer="/external_id"
    />
    <div className={styles['wide']}>
      <TextArea {...bind(draft, setDraft, 'notes')} label="Notes" maxLength={5_000} pointer="/notes" />
    </div>
  </fieldset>
);
