import { Brand } from '../../app/brand.js';
import { usePageTitle } from '../../app/page-title.js';
import { ThemeSwitch } from '../../app/theme-switch.js';
import { AnchorButton } from '../../ui/button.js';
import styles from './welcome.module.css';

export const Welcome = () => {
  usePageTitle('Catches, species and leaderboards by API');
  return (
    <div className={styles['welcome']}>
      <header className={styles['bar']}>
        <Brand />
        <nav aria-label="Main" className={styles['links']}>
          <a href="/docs">API reference</a>
          <AnchorButton href="/signin?returnTo=%2F" size="s">
            Sign in
          </AnchorButton>
        </nav>
      </header>
      <main className={styles['main']}>
        <h1 className={styles['title']}>Every catch, one API</h1>
        <p className={styles['lead']}>
          Log catches, have them verified, rank anglers on live leaderboards, and hear of it all by webhook or event
          stream.
        </p>
        <div className={styles['actions']}>
          <AnchorButton variant="primary" href="/signup">
            Create an account
          </AnchorButton>
          <AnchorButton href="/docs">Read the reference</AnchorButton>
        </div>
      </main>
      <footer className={styles['foot']}>
        <ThemeSwitch />
      </footer>
    </div>
  );
};
