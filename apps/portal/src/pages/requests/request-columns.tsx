import type { RequestLogEntry } from '@catch-data/sdk';
import { BreakableCode } from '../../ui/breakable-code.js';
import type { Column } from '../../ui/data-table.js';
import { EntryDetails } from '../../ui/entry-details.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Timestamp } from '../../ui/timestamp.js';
import styles from './requests.module.css';

export const REQUEST_COLUMNS: readonly Column<RequestLogEntry>[] = [
  { id: 'status', label: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    id: 'request',
    label: 'Request',
    cell: ({ method, path, code, detail }) => (
      <div className={styles['request']}>
        <BreakableCode text={`${method} ${path}`} />
        {detail && <span className={styles['sub']}>{detail}</span>}
        {code && (
          <a className={styles['sub']} href={`/problems/${code}`}>
            {code}
          </a>
        )}
      </div>
    ),
  },
  {
    id: 'credential',
    label: 'Made with',
    isSecondary: true,
    cell: ({ credential_prefix: prefix, credential_id: id }) => (prefix ? <code>{prefix}…</code> : <code>{id}</code>),
  },
  {
    id: 'duration',
    label: 'Duration',
    align: 'end',
    isSecondary: true,
    cell: ({ duration_ms: ms }) => `${ms.toLocaleString('en')} ms`,
  },
  { id: 'at', label: 'When', isSecondary: true, cell: ({ at }) => <Timestamp at={at} /> },
  // With the id to give to support.
  { id: 'details', label: 'Details', cell: (entry) => <EntryDetails entry={entry} id={entry.request_id} /> },
];
