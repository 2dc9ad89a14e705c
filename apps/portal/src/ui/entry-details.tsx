import styles from './entry-details.module.css';

interface EntryDetailsProps {
  readonly entry: object;
  /** Names the entry to who hears the page. */
  readonly id: string;
}

/** All of an entry of a log, as JSON, once it is opened. */
export const EntryDetails = ({ entry, id }: EntryDetailsProps) => (
  <details className={styles['details']}>
    <summary>
      Show<span className="visually-hidden"> details of {id}</span>
    </summary>
    <pre tabIndex={0}>{JSON.stringify(entry, null, 2)}</pre>
  </details>
);
