import type { Species } from '@catch-data/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Fish, Plus } from 'lucide-react';
import { SPECIES_REGIONS, speciesListQuery, WATERS } from '../../api/species.js';
import { Measured } from '../../measures/measured.js';
import { useCan } from '../../session/use-can.js';
import { ButtonLink } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { useCursorPages } from '../../ui/cursor-pages.js';
import { Select, TextField } from '../../ui/field.js';
import { ActiveFilters, FilterForm, type Search } from '../../ui/filters.js';
import { LoadError } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { Pagination } from '../../ui/pagination.js';
import { Picture } from '../../ui/picture.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { WholeListButton } from '../../ui/whole-list-button.js';
import { inWords, optionsOf } from '../../ui/words.js';
import { SPECIES_FILTERS } from './species-parameters.js';
import styles from './species.module.css';

const route = getRouteApi('/_app/species/');
const PER_PAGE = '24';

const SORTS = [
  { value: '-catches_logged', label: 'Most logged first' },
  { value: 'common_name', label: 'Name' },
  { value: 'scientific_name', label: 'Scientific name' },
  { value: '-max_weight_lbs', label: 'Heaviest first' },
  { value: '-updated_at', label: 'Changed last' },
];

const YES_NO = [
  { value: '', label: 'Any' },
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

export const SpeciesListPage = () => {
  const search: Search = route.useSearch();
  return (
    <Page
      title="Species"
      description="The catalogue that catches refer to, with names in many languages and records."
      actions={
        useCan('species:write') && (
          <ButtonLink to="/species/new" icon={Plus} variant="primary">
            Add a species
          </ButtonLink>
        )
      }
    >
      <Card isFlush>
        <SpeciesFilters search={search} />
        <SpeciesGrid search={search} />
      </Card>
    </Page>
  );
};

const SpeciesFilters = ({ search }: { readonly search: Search }) => (
  <>
    <FilterForm
      label="Filter species"
      search={search}
      moreInUse={['family', 'order', 'has_record', 'has_photo'].filter((name) => search[name]).length}
      more={
        <>
          <TextField label="Family" name="family" defaultValue={search['family']} placeholder="Centrarchidae" />
          <TextField label="Order" name="order" defaultValue={search['order']} placeholder="Perciformes" />
          <Select
            label={SPECIES_FILTERS.has_record}
            name="has_record"
            defaultValue={search['has_record']}
            options={YES_NO}
          />
          <Select
            label={SPECIES_FILTERS.has_photo}
            name="has_photo"
            defaultValue={search['has_photo']}
            options={YES_NO}
          />
        </>
      }
    >
      <TextField
        label="Search"
        name="q"
        type="search"
        defaultValue={search['q']}
        placeholder="Any name, in any language"
      />
      <Select label="Water" name="water" defaultValue={search['water']} options={optionsOf(WATERS, 'Any')} />
      <Select
        label="Region"
        name="region"
        defaultValue={search['region']}
        options={optionsOf(SPECIES_REGIONS, 'Any', inWords)}
      />
      <Select label="Order by" name="sort" defaultValue={search['sort'] ?? '-catches_logged'} options={SORTS} />
    </FilterForm>
    <ActiveFilters search={search} labels={SPECIES_FILTERS} />
  </>
);

const SpeciesGrid = ({ search }: { readonly search: Search }) => {
  const { sort = '-catches_logged', cursor, ...filters } = search;
  // Who searches wants the best hit first.
  const order = search['q'] && !search['sort'] ? {} : { sort };
  const { data, error, refetch } = useQuery(speciesListQuery({ ...filters, ...order, cursor, per_page: PER_PAGE }));
  const pages = useCursorPages(cursor, data?.next_cursor);
  if (error && !data) return <LoadError error={error} retry={refetch} elsewhere={<WholeListButton />} />;
  if (!data) return <Skeleton lines={8} label="Loading species" />;
  if (data.data.length === 0)
    return (
      <EmptyState icon={Fish} title="No species matches">
        Remove a filter, or search for another name, in any language.
      </EmptyState>
    );
  return (
    <>
      <ul role="list" className={styles['grid']}>
        {data.data.map((species) => (
          <li key={species.id}>
            <SpeciesTile species={species} />
          </li>
        ))}
      </ul>
      <Pagination {...pages} total={data.total ?? null} unit="species" />
    </>
  );
};

const SpeciesTile = ({ species }: { readonly species: Species }) => {
  const picture = species.photos[0]?.variants.small;
  return (
    <Link to="/species/$speciesId" params={{ speciesId: species.slug }} className={styles['tile']}>
      {picture && <Picture src={picture.url} alt="" width={picture.width} height={picture.height} loading="lazy" />}
      <span className={styles['words']}>
        <strong>{species.common_name}</strong>
        <em>{species.scientific_name}</em>
        <span>
          {inWords(species.water)}
          {species.max_weight_lbs !== null && (
            <>
              {' · up to '}
              <Measured as="weight" value={species.max_weight_lbs} />
            </>
          )}
        </span>
      </span>
    </Link>
  );
};
