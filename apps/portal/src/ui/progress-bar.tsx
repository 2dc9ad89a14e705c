import { useId } from 'react';
import styles from './progress-bar.module.css';
import { counted } from './words.js';

interface ProgressBarProps {
  readonly label: string;
  readonly done: number;
  /** Null while it is not known. */
  readonly total: number | null;
  /** In items a second. */
  readonly perSecond?: number | null;
  readonly secondsLeft?: number | null;
  /** What is counted, in the plural: “rows”. */
  readonly unit: string;
}

const count = new Intl.NumberFormat('en');

/** How far long work has come, how fast it goes and how long it will take. */
export const ProgressBar = ({ label, done, total, perSecond, secondsLeft, unit }: ProgressBarProps) => {
  const id = useId();
  const facts = [
    total === null ? counted(done, unit) : `${count.format(done)} of ${counted(total, unit)}`,
    perSecond != null && `${count.format(Math.round(perSecond))} a second`,
    secondsLeft != null && `${durationOf(secondsLeft)} left`,
  ].filter((fact) => typeof fact === 'string');
  return (
    <div className={styles['progress']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <progress id={id} className={styles['bar']} {...(total !== null && { max: Math.max(total, 1), value: done })} />
      <p className={styles['facts']}>{facts.join(' · ')}</p>
    </div>
  );
};

/** “45 s”, “3 min”, “2 h 5 min”. */
export const durationOf = (seconds: number): string => {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return [`${Math.floor(minutes / 60)} h`, minutes % 60 > 0 && `${minutes % 60} min`].filter(Boolean).join(' ');
};
