import type { ReactNode } from 'react';
import { usePageTitle } from '../app/page-title.js';
import styles from './page.module.css';

interface PageProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  /** Links back up, such as `<Link to="/webhooks">Webhooks</Link>`. */
  readonly above?: ReactNode;
  readonly children: ReactNode;
}

/** One page: its heading, what can be done with all of it, and its content. */
export const Page = ({ title, description, actions, above, children }: PageProps) => {
  usePageTitle(title);
  return (
    <div className={styles['page']}>
      <header className={styles['header']}>
        <div className={styles['words']}>
          {above && <nav aria-label="Back">{above}</nav>}
          <h1>{title}</h1>
          {description && <p className={styles['description']}>{description}</p>}
        </div>
        {actions && <div className={styles['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  );
};

/** What a page is about, and beside it what goes with it, where there is room. */
export const MainAndAside = ({ main, aside }: { readonly main: ReactNode; readonly aside: ReactNode }) => (
  <div className={styles['split']}>
    <div className={styles['column']}>{main}</div>
    <div className={styles['column']}>{aside}</div>
  </div>
);

/** Cards side by side where there is room. */
export const Columns = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['columns']}>{children}</div>
);
