import type { Catch } from '@catch-data/sdk';
import { Link } from '@tanstack/react-router';
import { ImageOff } from 'lucide-react';
import { Measured } from '../../measures/measured.js';
import type { Column } from '../../ui/data-table.js';
import { Timestamp } from '../../ui/timestamp.js';
import styles from './catches.module.css';
import { placeOf } from './place.js';
import { TierBadge } from './tier-badge.js';

/** All columns there are. The first one leads to the catch and is always shown. */
export const CATCH_COLUMNS: readonly Column<Catch>[] = [
  { id: 'species', label: 'Species', cell: (row) => <SpeciesCell row={row} /> },
  {
    id: 'weight',
    label: 'Weight',
    align: 'end',
    sort: 'weight_lbs',
    cell: (row) => <Measured as="weight" value={row.weight_lbs} />,
  },
  {
    id: 'length',
    label: 'Length',
    align: 'end',
    sort: 'length_in',
    isSecondary: true,
    cell: (row) => <Measured as="length" value={row.length_in} />,
  },
  {
    id: 'depth',
    label: 'Depth',
    align: 'end',
    sort: 'depth_ft',
    isSecondary: true,
    cell: (row) => <Measured as="depth" value={row.depth_ft} />,
  },
  { id: 'verification', label: 'Verification', cell: (row) => <TierBadge tier={row.verification_tier} /> },
  { id: 'angler', label: 'Angler', isSecondary: true, cell: (row) => row.angler.name },
  { id: 'place', label: 'Place', isSecondary: true, cell: (row) => placeOf(row.location) ?? '–' },
  { id: 'caught', label: 'Caught', sort: 'caught_at', cell: (row) => <Timestamp at={row.caught_at} as="day" /> },
  {
    id: 'logged',
    label: 'Logged',
    sort: 'created_at',
    isSecondary: true,
    cell: (row) => <Timestamp at={row.created_at} />,
  },
  {
    id: 'changed',
    label: 'Changed',
    sort: 'updated_at',
    isSecondary: true,
    cell: (row) => <Timestamp at={row.updated_at} />,
  },
  { id: 'water', label: 'Water', isSecondary: true, cell: (row) => row.water_type ?? '–' },
  { id: 'method', label: 'Method', isSecondary: true, cell: (row) => row.method ?? '–' },
  { id: 'bait', label: 'Bait', isSecondary: true, cell: (row) => row.bait ?? '–' },
  { id: 'external_id', label: 'External id', isSecondary: true, cell: (row) => row.external_id ?? '–' },
];

const BY_DEFAULT = ['weight', 'length', 'verification', 'angler', 'place', 'caught', 'logged'].join(',');

/** The columns that an address names; those that most people want where it names none. */
export const shownColumns = (columns: string | undefined): readonly Column<Catch>[] => {
  const shown = new Set(['species', ...(columns ?? BY_DEFAULT).split(',')]);
  return CATCH_COLUMNS.filter(({ id }) => shown.has(id));
};

const SpeciesCell = ({ row }: { readonly row: Catch }) => {
  const photo = row.photos[0]?.variants.thumb;
  return (
    <div className={styles['species']}>
      {photo ? (
        <img src={photo.url} alt="" width={40} height={40} loading="lazy" className={styles['thumb']} />
      ) : (
        <span className={styles['thumb']}>
          <ImageOff aria-hidden size={16} />
        </span>
      )}
      <Link to="/catches/$catchId" params={{ catchId: row.id }}>
        {row.species}
      </Link>
    </div>
  );
};
