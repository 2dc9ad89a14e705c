import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.js';

interface CardProps {
  readonly title?: string;
  readonly description?: ReactNode;
  /** At the right of the title. */
  readonly actions?: ReactNode;
  /** The content brings its own padding, as tables do. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
}

export const Card = ({ title, description, actions, isFlush, children }: CardProps) => {
  const id = useId();
  return (
    <section className={styles['card']} aria-labelledby={title && id}>
      {title && (
        <header className={styles['header']}>
          <div>
            <h2 id={id}>{title}</h2>
            {description && <p className={styles['description']}>{description}</p>}
          </div>
          {actions && <div className={styles['actions']}>{actions}</div>}
        </header>
      )}
      <div className={classNames(!isFlush && styles['body'])}>{children}</div>
    </section>
  );
};
