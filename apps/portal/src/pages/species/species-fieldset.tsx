import type { NewSpecies, Species, SpeciesName, SpeciesRegion, SpeciesWater } from '@catch-data/sdk';
import type { Dispatch, SetStateAction } from 'react';
import { SPECIES_REGIONS, WATERS } from '../../api/species.js';
import { boundTo } from '../../ui/bound-to.js';
import { Checkbox, Select, TextArea, TextField } from '../../ui/field.js';
import { FieldGroup, WideField } from '../../ui/form-layout.js';
import { inWords, optionsOf } from '../../ui/words.js';

export interface SpeciesDraft {
  readonly common_name: string;
  readonly scientific_name: string;
  readonly family: string;
  readonly order: string;
  readonly water: string;
  readonly regions: readonly string[];
  /** One a line: language, name, and in brackets where it is used. */
  readonly names: string;
  readonly weight: string;
  readonly length: string;
}

export const draftOfSpecies = (species: Species | null): SpeciesDraft => ({
  common_name: species?.common_name ?? '',
  scientific_name: species?.scientific_name ?? '',
  family: species?.family ?? '',
  order: species?.order ?? '',
  water: species?.water ?? 'freshwater',
  regions: species?.regions ?? [],
  names: species?.common_names.map(lineOf).join('\n') ?? '',
  weight: String(species?.max_weight_lbs ?? ''),
  length: String(species?.max_length_in ?? ''),
});

const lineOf = ({ language, name, region }: SpeciesName): string =>
  `${language}: ${name}${region === null ? '' : ` [${region}]`}`;

const LINE = /^(?:([A-Za-z-]+):)?\s*(.*?)\s*(?:\[(.+)\])?$/;

const namesOf = (text: string): SpeciesName[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, language = 'en', name = '', region = null] = LINE.exec(line.trim()) ?? [];
      return { language, name, region };
    });

/** Select and checkboxes offer values of the API alone. */
export const fieldsOfSpecies = (draft: SpeciesDraft): NewSpecies => ({
  common_name: draft.common_name,
  scientific_name: draft.scientific_name,
  family: draft.family,
  order: draft.order,
  water: draft.water as SpeciesWater,
  regions: draft.regions as SpeciesRegion[],
  common_names: namesOf(draft.names),
  max_weight_lbs: draft.weight === '' ? null : Number(draft.weight),
  max_length_in: draft.length === '' ? null : Number(draft.length),
});

interface SpeciesFieldsetProps {
  readonly draft: SpeciesDraft;
  readonly setDraft: Dispatch<SetStateAction<SpeciesDraft>>;
}

export const SpeciesFieldset = ({ draft, setDraft }: SpeciesFieldsetProps) => {
  const bind = boundTo(draft, setDraft);
  return (
    <>
      <FieldGroup legend="What it is">
        <TextField {...bind('common_name')} label="Common name" required pointer="/common_name" />
        <TextField
          {...bind('scientific_name')}
          label="Scientific name"
          required
          pattern="[A-Z][a-z]+ [a-z]+(-[a-z]+)?"
          placeholder="Micropterus salmoides"
          pointer="/scientific_name"
        />
        <TextField {...bind('family')} label="Family" required pattern="[A-Z][a-z]+" pointer="/family" />
        <TextField {...bind('order')} label="Order" required pattern="[A-Z][a-z]+" pointer="/order" />
        <Select {...bind('water')} label="Water" options={optionsOf(WATERS, '').slice(1)} pointer="/water" />
        <TextField
          {...bind('weight')}
          label="Greatest weight (lb)"
          type="number"
          min={0}
          step="any"
          pointer="/max_weight_lbs"
        />
        <TextField
          {...bind('length')}
          label="Greatest length (in)"
          type="number"
          min={0}
          step="any"
          pointer="/max_length_in"
        />
        <WideField>
          <TextArea
            {...bind('names')}
            label="Names"
            rows={6}
            hint="One per line, with its language: “de: Forellenbarsch”. The region where it is used may follow in brackets."
            pointer="/common_names"
          />
        </WideField>
      </FieldGroup>
      <Regions draft={draft} setDraft={setDraft} />
    </>
  );
};

const Regions = ({ draft, setDraft }: SpeciesFieldsetProps) => {
  const toggle = (region: string): void =>
    setDraft((old) => ({
      ...old,
      regions: old.regions.includes(region) ? old.regions.filter((one) => one !== region) : [...old.regions, region],
    }));
  return (
    <FieldGroup legend="Where it lives">
      {SPECIES_REGIONS.map((region) => (
        <Checkbox
          key={region}
          label={inWords(region)}
          checked={draft.regions.includes(region)}
          onChange={() => toggle(region)}
        />
      ))}
    </FieldGroup>
  );
};
