import { useState } from 'react';
import { ProgressBar } from '../../ui/progress-bar.js';

interface JobProgressProps {
  readonly label: string;
  readonly job: { readonly progress: number; readonly status: string };
  /** How many are done. */
  readonly done: number;
  readonly unit: string;
}

interface Seen {
  readonly at: number;
  readonly done: number;
  readonly progress: number;
}

/** How far a job is, with the rate since this was first shown and the time that is left at that rate. */
export const JobProgress = ({ label, job, done, unit }: JobProgressProps) => {
  const [first, setFirst] = useState<Seen | null>(null);
  const [last, setLast] = useState<Seen | null>(null);
  if (last?.done !== done || last.progress !== job.progress) {
    const now = { at: Date.now(), done, progress: job.progress };
    setLast(now);
    if (!first && job.status === 'running') setFirst(now);
  }
  const { perSecond, secondsLeft } = first && last ? paceOf(first, last) : NO_PACE;
  const total = job.progress > 0 ? Math.max(done, Math.round(done / job.progress)) : null;
  const words = job.status === 'queued' ? `${label}: waiting for its turn` : label;
  return (
    <ProgressBar label={words} done={done} total={total} perSecond={perSecond} secondsLeft={secondsLeft} unit={unit} />
  );
};

const NO_PACE = { perSecond: null, secondsLeft: null };

const paceOf = (first: Seen, last: Seen): { perSecond: number | null; secondsLeft: number | null } => {
  const seconds = (last.at - first.at) / 1_000;
  const progressed = last.progress - first.progress;
  if (seconds <= 0 || progressed <= 0) return NO_PACE;
  return { perSecond: (last.done - first.done) / seconds, secondsLeft: ((1 - last.progress) / progressed) * seconds };
};
