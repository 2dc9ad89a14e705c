import type { LeaderboardEntry } from '@catch-data/sdk';
import { ArrowDown, ArrowUp, Minus, Sparkles } from 'lucide-react';
import styles from './leaderboards.module.css';

/** Which way an angler's last move went, and by how much. */
export const Movement = ({ entry: { rank, previous_rank: before } }: { readonly entry: LeaderboardEntry }) => {
  const { Icon, tone, words, steps } = moveOf(rank, before);
  return (
    <span className={`${styles['move']} ${styles[tone]}`} title={words}>
      <Icon role="img" aria-label={words} size={14} />
      {steps !== 0 && steps}
    </span>
  );
};

const moveOf = (rank: number, before: number | null) => {
  if (before === null) return { Icon: Sparkles, tone: 'new', words: 'New on the board', steps: 0 } as const;
  const steps = Math.abs(before - rank);
  if (rank < before) return { Icon: ArrowUp, tone: 'up', words: `Up from ${before}`, steps } as const;
  if (rank > before) return { Icon: ArrowDown, tone: 'down', words: `Down from ${before}`, steps } as const;
  return { Icon: Minus, tone: 'same', words: 'Same rank as before', steps: 0 } as const;
};
