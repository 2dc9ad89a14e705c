import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { Menu, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { Person } from '../session/session.js';
import { IconButton } from '../ui/button.js';
import { Main } from '../ui/main.js';
import { Brand } from './brand.js';
import styles from './layout.module.css';
import { NAVIGATION } from './navigation.js';
import type { NavigationItem } from './navigation.js';
import { ThemeSwitch } from './theme-switch.js';

/** What stands around every page of who is signed in. */
export const Layout = ({ person, children }: { readonly person: Person; readonly children: ReactNode }) => {
  const [isOpen, setIsOpen] = useState(false);
  const { routesByPath } = useRouter();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => setIsOpen(false), [path]);
  return (
    <div className={styles['layout']}>
      <a href="#content" className={styles['skip']}>
        Skip to the content
      </a>
      <header className={styles['bar']}>
        <Brand />
        <IconButton
          label={isOpen ? 'Close the menu' : 'Open the menu'}
          icon={isOpen ? X : Menu}
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setIsOpen(!isOpen)}
        />
      </header>
      <aside aria-label="Menu" className={styles['side']} id="navigation" data-open={isOpen || undefined}>
        <div className={styles['brand']}>
          <Brand />
        </div>
        <nav aria-label="Main" className={styles['nav']}>
          {NAVIGATION.map((group) => (
            <Group
              key={group.label}
              label={group.label}
              items={group.items.filter((item) => isShown(item, person, routesByPath))}
            />
          ))}
        </nav>
        <Foot person={person} />
      </aside>
      <Main id="content" tabIndex={-1} className={styles['main']}>
        {children}
      </Main>
    </div>
  );
};

const isShown = ({ to, scope }: NavigationItem, { scopes }: Person, routes: object): boolean =>
  (scope === undefined || scopes.includes(scope)) && (to in routes || `${to}/` in routes);

const Group = ({ label, items }: { readonly label: string; readonly items: readonly NavigationItem[] }) => {
  if (items.length === 0) return null;
  return (
    <div>
      <p className={styles['group']} id={`nav-${label}`}>
        {label}
      </p>
      <ul role="list" aria-labelledby={`nav-${label}`} className={styles['items']}>
        {items.map(({ to, label: text, icon: Icon }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: to === '/', includeSearch: false }} className={styles['item']}>
              <Icon aria-hidden size={17} />
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
};

const Foot = ({ person }: { readonly person: Person }) => (
  <div className={styles['foot']}>
    <p className={styles['who']}>
      <strong>{person.account.name}</strong>
      <span>{person.email}</span>
    </p>
    <ThemeSwitch />
    <p className={styles['links']}>
      <a href="/docs">API reference</a>
    </p>
  </div>
);
