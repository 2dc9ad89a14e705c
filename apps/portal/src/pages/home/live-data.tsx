import { useQuery } from '@tanstack/react-query';
import { Fish } from 'lucide-react';
import { type HomeBoard, homeQuery, type HomeSpecies, ownPath } from '../../api/portal-home.js';
import { Badge } from '../../ui/badge.js';
import { Card } from '../../ui/card.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import styles from './live-data.module.css';

/** A board as it stands and the species of the day: the same data that the API gives. */
export const LiveData = () => {
  const { data, isPending } = useQuery(homeQuery);
  if (isPending) return <Skeleton lines={6} label="Loading live data" />;
  if (!data?.board && !data?.species) return null;
  return (
    <div className={styles['live']}>
      {data.board && <BoardCard board={data.board} />}
      {data.species && <SpeciesCard species={data.species} />}
    </div>
  );
};

const BoardCard = ({ board }: { readonly board: HomeBoard }) => (
  <Card title={board.name} description="As it stands now" actions={<Badge tone="good">Live</Badge>} isFlush>
    {board.entries.length === 0 ? (
      <EmptyState icon={Fish} title="No entries yet">
        The first verified catch leads.
      </EmptyState>
    ) : (
      <ol className={styles['board']}>
        {board.entries.map(({ rank, angler, score }) => (
          <li key={angler.id} className={styles['entry']}>
            <span className={styles['rank']}>{rank}</span>
            <span className={styles['name']}>{angler.name}</span>
            <span className={styles['score']}>{score.toLocaleString('en')} lb</span>
          </li>
        ))}
      </ol>
    )}
  </Card>
);

const SpeciesCard = ({ species }: { readonly species: HomeSpecies }) => {
  const { common_name: name, scientific_name: scientific, water, records, photos } = species;
  const picture = photos[0]?.variants.large.url;
  return (
    <Card
      title={name}
      description={<i>{scientific}</i>}
      actions={<Badge tone="accent">Species of the day</Badge>}
      isFlush
    >
      {picture && <img src={ownPath(picture)} alt={name} className={styles['picture']} />}
      <dl className={styles['facts']}>
        <div>
          <dt>Water</dt>
          <dd>{water}</dd>
        </div>
        {records.world && (
          <div>
            <dt>World record</dt>
            <dd>
              {records.world.weight_lbs.toLocaleString('en')} lb, {records.world.place}
            </dd>
          </div>
        )}
      </dl>
    </Card>
  );
};
