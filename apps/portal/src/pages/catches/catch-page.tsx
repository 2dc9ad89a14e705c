import type { Catch } from '@catch-data/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { catchQuery, ownAnglerQuery } from '../../api/catches.js';
import { Measured } from '../../measures/measured.js';
import { ButtonLink } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { Facts } from '../../ui/facts.js';
import { LoadError } from '../../ui/load-error.js';
import { MainAndAside, Page } from '../../ui/page.js';
import { Skeleton } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';
import { CatchPhotos } from './catch-photos.js';
import { CatchVerification } from './catch-verification.js';
import styles from './catch-page.module.css';
import { DeleteCatch } from './delete-catch.js';
import { HistoryTimeline } from './history-timeline.js';
import { coordinatesOf, placeOf } from './place.js';
import { TierBadge } from './tier-badge.js';

const route = getRouteApi('/_app/catches/$catchId');
const CatchMap = lazy(() => import('../../map/catch-map.js').then((module) => ({ default: module.CatchMap })));

export const CatchPage = () => {
  const { catchId } = route.useParams();
  const { data, error, refetch } = useQuery(catchQuery(catchId));
  if (error && !data)
    return (
      <LoadError error={error} retry={refetch} elsewhere={<ButtonLink to="/catches">All catches</ButtonLink>} isPage />
    );
  return data ? <OneCatch caught={data} /> : <Skeleton lines={8} label="Loading the catch" />;
};

const OneCatch = ({ caught }: { readonly caught: Catch }) => {
  const isOwn = useQuery(ownAnglerQuery(caught.angler.id)).data ?? false;
  return (
    <Page
      title={caught.species}
      description={<Headline caught={caught} />}
      above={<Link to="/catches">Catches</Link>}
      actions={
        isOwn && (
          <>
            <DeleteCatch caught={caught} />
            <ButtonLink to="/catches/$catchId/edit" params={{ catchId: caught.id }} icon={Pencil}>
              Edit
            </ButtonLink>
          </>
        )
      }
    >
      <MainAndAside
        main={
          <>
            <CatchPhotos caught={caught} isOwn={isOwn} />
            <Card title="Details">
              <CatchFacts caught={caught} />
            </Card>
            <Card title="History">
              <HistoryTimeline catchId={caught.id} version={caught.version} />
            </Card>
          </>
        }
        aside={
          <>
            <Place caught={caught} />
            <CatchVerification caught={caught} isOwn={isOwn} />
          </>
        }
      />
    </Page>
  );
};

const Headline = ({ caught }: { readonly caught: Catch }) => (
  <span className={styles['headline']}>
    <strong>
      <Measured as="weight" value={caught.weight_lbs} />
    </strong>
    <TierBadge tier={caught.verification_tier} />
    <span>
      {caught.angler.name}, <Timestamp at={caught.caught_at} as="day" />
    </span>
  </span>
);

const RELEASED = { true: 'Yes', false: 'No', null: null } as const;

const CatchFacts = ({ caught }: { readonly caught: Catch }) => (
  <Facts
    facts={[
      [
        'Species',
        <Link key="species" to="/species/$speciesId" params={{ speciesId: caught.species_id }}>
          {caught.species}
        </Link>,
      ],
      ['Angler', caught.angler.name],
      ['Weight', <Measured key="weight" as="weight" value={caught.weight_lbs} />],
      ['Length', <Measured key="length" as="length" value={caught.length_in} />],
      ['Depth', <Measured key="depth" as="depth" value={caught.depth_ft} />],
      ['Caught', <Timestamp key="caught" at={caught.caught_at} as="absolute" />],
      ['Logged', <Timestamp key="logged" at={caught.created_at} as="absolute" />],
      ['Changed', <Timestamp key="changed" at={caught.updated_at} as="absolute" />],
      ['Method', caught.method],
      ['Bait', caught.bait],
      ['Water', caught.water_type],
      ['Released', RELEASED[`${caught.released}`]],
      ['External id', caught.external_id],
      ['Id', <code key="id">{caught.id}</code>],
      ...Object.entries(caught.metadata ?? {}),
      ['Notes', caught.notes],
    ]}
  />
);

const Place = ({ caught: { location } }: { readonly caught: Catch }) => {
  if (!location || location.latitude === null || location.longitude === null) return null;
  const { latitude, longitude, obscured } = location;
  return (
    <Card title="Place" description={placeOf(location) ?? undefined}>
      <Suspense fallback={<Skeleton lines={5} label="Loading the map" />}>
        <CatchMap position={[longitude, latitude]} isObscured={obscured} label={coordinatesOf(latitude, longitude)} />
      </Suspense>
    </Card>
  );
};
