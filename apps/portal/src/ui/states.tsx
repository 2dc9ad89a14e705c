import { CircleAlert } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { problemOf } from '../api/problem.js';
import { classNames } from './class-names.js';
import styles from './states.module.css';

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  /** What to do about it, in a sentence or two. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** It is all that the page has, so its title is the page's heading. */
  readonly isPage?: boolean;
}

/** Stands where content would be, and says what brings it there. */
export const EmptyState = ({ icon: Icon, title, children, action, isPage }: EmptyStateProps) => {
  // Within a page no heading: the one above it may be of any level.
  const Heading = isPage ? 'h1' : 'p';
  return (
    <div className={classNames(styles['state'], isPage && styles['page'])}>
      <span className={styles['icon']}>
        <Icon aria-hidden size={22} />
      </span>
      <Heading className={styles['title']}>{title}</Heading>
      <div className={styles['text']}>{children}</div>
      {action && <div className={styles['action']}>{action}</div>}
    </div>
  );
};

interface ErrorStateProps {
  readonly error: unknown;
  readonly action?: ReactNode;
  readonly isPage?: boolean;
}

/** What went wrong, what to do, and the request's id for who asks for help. */
export const ErrorState = ({ error, action, isPage }: ErrorStateProps) => {
  const { title, detail, requestId } = problemOf(error);
  return (
    <div role="alert">
      <EmptyState icon={CircleAlert} title={title} action={action} isPage={isPage}>
        {detail}
        {requestId && (
          <p className={styles['request']}>
            Request <code>{requestId}</code>
          </p>
        )}
      </EmptyState>
    </div>
  );
};

/** Grey lines in place of text that is on its way. */
export const Skeleton = ({ lines = 3, label = 'Loading' }: { readonly lines?: number; readonly label?: string }) => (
  <div className={styles['skeleton']} role="status" aria-label={label}>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} className={styles['bar']} />
    ))}
  </div>
);

interface NoteProps {
  readonly tone?: 'info' | 'good' | 'warn' | 'bad';
  readonly title?: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** A message within a page or a form. */
export const Note = ({ tone = 'info', title, children, action }: NoteProps) => (
  <div className={classNames(styles['note'], styles[tone])} role={tone === 'bad' ? 'alert' : undefined}>
    <div>
      {title && <strong className={styles['noteTitle']}>{title}</strong>}
      {children}
    </div>
    {action}
  </div>
);
