import styles from './legend.module.css';

interface LegendProps {
  readonly entries: readonly { readonly label: string; readonly color: string }[];
}

/** What the colours of a chart stand for. Its table says it in words, so it is not read out. */
export const Legend = ({ entries }: LegendProps) => (
  <ul role="list" className={styles['legend']} aria-hidden>
    {entries.map(({ label, color }) => (
      <li key={label} className={styles['entry']}>
        <span className={styles['swatch']} style={{ background: color }} />
        {label}
      </li>
    ))}
  </ul>
);
