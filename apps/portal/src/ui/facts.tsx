import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** What is known of a thing, name by name; a fact without a value shows a dash. */
export const Facts = ({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className={styles['facts']}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
      </div>
    ))}
  </dl>
);
