import type { CatchChange } from '@catch-data/sdk';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { historyQuery } from '../../api/catches.js';
import { LoadError } from '../../ui/load-error.js';
import { Skeleton } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';
import { asPhrase } from '../../ui/words.js';
import styles from './history-timeline.module.css';

const ACTIONS: Readonly<Record<string, string>> = {
  'catch.created': 'Logged',
  'catch.updated': 'Edited',
  'verification.requested': 'Verification requested',
  'verification.approved': 'Verification approved',
  'verification.rejected': 'Verification rejected',
  'verification.revoked': 'Verification revoked',
};

/** Every change of a catch, the newest first, with what was and what became. */
export const HistoryTimeline = ({ catchId, version }: { readonly catchId: string; readonly version: number }) => {
  const { data, error, refetch } = useQuery(historyQuery(catchId, version));
  if (error && !data) return <LoadError error={error} retry={refetch} />;
  if (!data) return <Skeleton label="Loading the history" />;
  const hidden = (data.total ?? 0) - data.data.length;
  return (
    <>
      <ol className={styles['timeline']}>
        {data.data.map((change) => (
          <Step key={change.version} change={change} />
        ))}
      </ol>
      {hidden > 0 && <p className={styles['hidden']}>{hidden.toLocaleString('en')} earlier changes are not shown.</p>}
    </>
  );
};

const Step = ({ change: { action, at, by, changes } }: { readonly change: CatchChange }) => {
  // Of a new catch everything is new: its details stand above.
  const shown = action === 'catch.created' ? [] : changes;
  return (
    <li className={styles['step']}>
      <p className={styles['what']}>
        <strong>{ACTIONS[action] ?? asPhrase(action)}</strong> <Timestamp at={at} as="absolute" />
        {by?.credential_id && <code>{by.credential_id}</code>}
      </p>
      {shown.length > 0 && (
        <ul role="list" className={styles['changes']}>
          {shown.map(({ field, from, to }) => (
            <li key={field}>
              <span className={styles['field']}>{asPhrase(field)}</span>
              <del>{textOf(from)}</del>
              <ArrowRight role="img" aria-label="became" size={14} />
              <ins>{textOf(to)}</ins>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
};

/** A value of any field in one line. */
const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 1 ? '1 item' : `${value.length} items`;
  if (typeof value === 'object') {
    const known = Object.entries(value).filter(([, one]) => one !== null && one !== false);
    return known.map(([name, one]) => `${name} ${String(one)}`).join(', ') || 'nothing';
  }
  return String(value);
};
