import type { Species } from '@catch-data/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Fish, Pencil, Trophy } from 'lucide-react';
import { speciesQuery } from '../../api/species.js';
import { Measured } from '../../measures/measured.js';
import { useCan } from '../../session/use-can.js';
import { ButtonLink } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { Facts } from '../../ui/facts.js';
import { LoadError } from '../../ui/load-error.js';
import { MainAndAside, Page } from '../../ui/page.js';
import { Skeleton } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';
import { inWords } from '../../ui/words.js';
import { SpeciesNames } from './species-names.js';
import { SpeciesPhotos } from './species-photos.js';
import { SpeciesRecords } from './species-records.js';
import styles from './species.module.css';

const route = getRouteApi('/_app/species/$speciesId');

export const SpeciesPage = () => {
  const { speciesId } = route.useParams();
  const { data, error, refetch } = useQuery(speciesQuery(speciesId));
  if (error && !data)
    return (
      <LoadError error={error} retry={refetch} elsewhere={<ButtonLink to="/species">All species</ButtonLink>} isPage />
    );
  return data ? <OneSpecies species={data} /> : <Skeleton lines={8} label="Loading the species" />;
};

const OneSpecies = ({ species }: { readonly species: Species }) => {
  const isCurator = useCan('species:write');
  return (
    <Page
      title={species.common_name}
      description={<em>{species.scientific_name}</em>}
      above={<Link to="/species">Species</Link>}
      actions={
        <>
          <ButtonLink to="/catches" search={{ species: species.id }} icon={Fish}>
            Catches
          </ButtonLink>
          <ButtonLink to="/leaderboards" search={{ species_id: species.id }} icon={Trophy}>
            Boards
          </ButtonLink>
          {isCurator && (
            <ButtonLink to="/species/$speciesId/edit" params={{ speciesId: species.slug }} icon={Pencil}>
              Edit
            </ButtonLink>
          )}
        </>
      }
    >
      <MainAndAside
        main={
          <>
            <SpeciesPhotos species={species} isCurator={isCurator} />
            <SpeciesRecords species={species} isCurator={isCurator} />
          </>
        }
        aside={
          <>
            <SpeciesFacts species={species} />
            <WhereCaught species={species} />
            <Card title="Names">
              <SpeciesNames names={species.common_names} />
            </Card>
          </>
        }
      />
    </Page>
  );
};

const SpeciesFacts = ({ species }: { readonly species: Species }) => (
  <Card title="About">
    <Facts
      facts={[
        ['Family', species.family],
        ['Order', species.order],
        ['Water', inWords(species.water)],
        ['Greatest weight', <Measured key="weight" as="weight" value={species.max_weight_lbs} />],
        ['Greatest length', <Measured key="length" as="length" value={species.max_length_in} />],
        ['Changed', <Timestamp key="changed" at={species.updated_at} as="day" />],
        ['Id', <code key="id">{species.id}</code>],
      ]}
    />
  </Card>
);

const WhereCaught = ({ species }: { readonly species: Species }) => (
  <Card title="Where it is caught" description="The regions of the world where it lives.">
    <ul role="list" className={styles['chips']}>
      {species.regions.map((region) => (
        <li key={region}>
          <Link to="/species" search={{ region }}>
            {inWords(region)}
          </Link>
        </li>
      ))}
      {species.regions.length === 0 && <li className={styles['muted']}>No region is known.</li>}
    </ul>
  </Card>
);
