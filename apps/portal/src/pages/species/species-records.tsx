import type { Species, SpeciesRecord } from '@catch-data/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Medal, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteSpeciesRecord, speciesRecordsQuery } from '../../api/species.js';
import { Measured } from '../../measures/measured.js';
import { Badge } from '../../ui/badge.js';
import { Button, IconButton } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { EmptyState } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';
import { showToast } from '../../ui/toast.js';
import { NewRecord } from './new-record.js';
import styles from './species.module.css';

interface SpeciesRecordsProps {
  readonly species: Species;
  readonly isCurator: boolean;
}

/** World records with their former holders, and the heaviest catches of this service. */
export const SpeciesRecords = ({ species, isCurator }: SpeciesRecordsProps) => {
  const [isAdding, setIsAdding] = useState(false);
  const records = useQuery(speciesRecordsQuery(species.id, { per_page: '50' }));
  return (
    <Card
      title="Records"
      isFlush
      actions={
        isCurator && (
          <Button icon={Plus} onClick={() => setIsAdding(true)}>
            Add a world record
          </Button>
        )
      }
    >
      <DataTable
        label="Records of this species"
        columns={isCurator ? [...COLUMNS, deleteColumn(species)] : COLUMNS}
        query={{ ...records, data: records.data?.data }}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={Medal} title="No record is known">
            The heaviest catch of tier Witnessed or better becomes this service’s record.
          </EmptyState>
        }
      />
      {isAdding && <NewRecord species={species} onClose={() => setIsAdding(false)} />}
    </Card>
  );
};

const COLUMNS: readonly Column<SpeciesRecord>[] = [
  {
    id: 'weight',
    label: 'Weight',
    align: 'end',
    cell: ({ weight_lbs: weight, catch_id: catchId }) =>
      catchId === null ? (
        <Measured as="weight" value={weight} />
      ) : (
        <Link to="/catches/$catchId" params={{ catchId }}>
          <Measured as="weight" value={weight} />
        </Link>
      ),
  },
  {
    id: 'kind',
    label: 'Record',
    cell: ({ kind, current }) => (
      <>
        {kind === 'world' ? 'World' : 'This service'} {!current && <Badge>former</Badge>}
      </>
    ),
  },
  { id: 'angler', label: 'Angler', cell: ({ angler }) => angler.name },
  {
    id: 'place',
    label: 'Place and source',
    isSecondary: true,
    cell: ({ place, region, source }) => (
      <>
        {place ?? region ?? '–'}
        {source !== null && <small className={styles['source']}>{source}</small>}
      </>
    ),
  },
  {
    id: 'date',
    label: 'Date',
    // A world record may be known by its year alone.
    cell: ({ date }) => (date.length < 10 ? date : <Timestamp at={date} as="day" />),
  },
];

const deleteColumn = (species: Species): Column<SpeciesRecord> => ({
  id: 'delete',
  label: 'Delete',
  cell: (record) => record.kind === 'world' && <DeleteRecord species={species} record={record} />,
});

const DeleteRecord = ({ species, record }: { readonly species: Species; readonly record: SpeciesRecord }) => {
  const client = useQueryClient();
  return (
    <ConfirmButton
      button={(ask) => (
        <IconButton label={`Delete the record of ${record.angler.name}`} icon={Trash2} size="s" onClick={ask} />
      )}
      title={`Delete the record of ${record.angler.name}?`}
      submitLabel="Delete the record"
      isDangerous
      act={async () => {
        await deleteSpeciesRecord(species.id, record.id);
        showToast('The record was deleted.');
        await client.invalidateQueries({ queryKey: ['one-species'] });
      }}
    >
      <p>The one before it, if there is one, is current again.</p>
    </ConfirmButton>
  );
};
