import type { Species } from '@catch-data/sdk';
import { useQuery } from '@tanstack/react-query';
import { ChevronsUpDown } from 'lucide-react';
import { useId, useState } from 'react';
import {
  Autocomplete,
  Button,
  Dialog,
  DialogTrigger,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
} from 'react-aria-components';
import { speciesListQuery } from '../../api/species.js';
import { useReasons } from '../../ui/form-reasons.js';
import { useDelayed } from '../../ui/use-delayed.js';
import styles from './species-picker.module.css';

export interface PickedSpecies {
  readonly id: string;
  readonly name: string;
}

interface SpeciesPickerProps {
  readonly label: string;
  readonly value: PickedSpecies | null;
  readonly onPick: (species: PickedSpecies) => void;
  readonly hint?: string;
  /** Why what is chosen was refused. */
  /** Its place in the body, such as `/species`; the API's reasons for it are shown here. */
  readonly pointer?: string;
}

/** Finds a species by any of its names in any language, with typos, and takes one. */
export const SpeciesPicker = ({ label, value, onPick, hint, pointer }: SpeciesPickerProps) => {
  const error = useReasons(pointer);
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const pick = (species: Species): void => {
    onPick({ id: species.id, name: species.common_name });
    setIsOpen(false);
  };
  return (
    <div className={styles['field']}>
      <span id={id} className={styles['label']}>
        {label}
      </span>
      <DialogTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
        <Button aria-labelledby={`${id} ${id}-value`} aria-describedby={`${id}-about`} className={styles['control']}>
          <span id={`${id}-value`}>{value?.name ?? 'Choose a species'}</span>
          <ChevronsUpDown aria-hidden size={16} />
        </Button>
        <Popover className={styles['popover']} placement="bottom start">
          <Dialog aria-label={label} className={styles['dialog']}>
            <SpeciesSearch onPick={pick} />
          </Dialog>
        </Popover>
      </DialogTrigger>
      <p id={`${id}-about`} className={error ? styles['error'] : styles['hint']} role={error ? 'alert' : undefined}>
        {error ?? hint}
      </p>
    </div>
  );
};

const SpeciesSearch = ({ onPick }: { readonly onPick: (species: Species) => void }) => {
  const [text, setText] = useState('');
  const q = useDelayed(text.trim());
  const { data, error } = useQuery(
    speciesListQuery({ ...(q === '' ? { sort: '-catches_logged' } : { q }), per_page: '8', total: 'false' }),
  );
  const found = data?.data ?? [];
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label="Search species" autoFocus className={styles['search']}>
        <Input placeholder="Any name, in any language" className={styles['control']} />
      </SearchField>
      <ListBox
        aria-label="Species"
        items={found}
        selectionMode="single"
        className={styles['list']}
        renderEmptyState={() => (
          <p className={styles['none']}>{error ? 'The species could not be loaded.' : 'No species has that name.'}</p>
        )}
        onAction={(key) => {
          const species = found.find((one) => one.id === key);
          if (species) onPick(species);
        }}
      >
        {(species) => (
          <ListBoxItem id={species.id} textValue={species.common_name} className={styles['item']}>
            <span>
              {species.common_name} <em>{species.scientific_name}</em>
            </span>
          </ListBoxItem>
        )}
      </ListBox>
    </Autocomplete>
  );
};
