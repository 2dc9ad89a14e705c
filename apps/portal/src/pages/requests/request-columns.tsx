import type { RequestLogEntry } from '@catch-data/sdk';
import { Badge } from '../../ui/badge.js';
import { BreakableCode } from '../../ui/breakable-code.js';
import type { Column } from '../../ui/data-table.js';
import { toneOfStatus } from '../../ui/http-status.js';
import { Timestamp } from '../../ui/timestamp.js';
import styles from './requests.module.css';

export const REQUEST_COLUMNS: readonly Column<RequestLogEntry>[] = [
  {
    id: 'status',
    label: 'Status',
    cell: ({ status }) => <Badge tone={toneOfStatus(status)}>{status ?? 'aborted'}</Badge>,
  },
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
  { id: 'details', label: 'Details', cell: (entry) => <Details entry={entry} /> },
];

/** All of the entry, with the id to give to support. */
const Details = ({ entry }: { readonly entry: RequestLogEntry }) => (
  <details className={styles['details']}>
    <summary>
      Show<span className="visually-hidden"> details of {entry.request_id}</span>
    </summary>
    <pre tabIndex={0}>{JSON.stringify(entry, null, 2)}</pre>
  </details>
);
