import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classNames } from './class-names.js';

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad';

/** A state in a word. The word says it too: colour alone tells nothing to who cannot see it. */
export const Badge = ({ tone = 'neutral', children }: { readonly tone?: Tone; readonly children: ReactNode }) => (
  <span className={classNames(styles['badge'], styles[tone])}>{children}</span>
);
