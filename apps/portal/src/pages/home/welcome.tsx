import { KeyRound, ShieldCheck, Trophy, Webhook } from 'lucide-react';
import { Brand } from '../../app/brand.js';
import { usePageTitle } from '../../app/page-title.js';
import { ThemeSwitch } from '../../app/theme-switch.js';
import { AnchorButton } from '../../ui/button.js';
import { LiveData } from './live-data.js';
import styles from './welcome.module.css';

const FEATURES = [
  {
    icon: ShieldCheck,
    title: 'Verified, not just claimed',
    text: 'Photos and reviewers raise a catch from self-reported to record grade. Every change stays in its history.',
  },
  {
    icon: Trophy,
    title: 'Leaderboards that move',
    text: 'Heaviest, longest, deepest and most: by week, month and year, for each species and for boards of your own.',
  },
  {
    icon: Webhook,
    title: 'Events you can trust',
    text: 'Signed webhooks with retries, replay and recovery, an event stream, and Kafka topics for other teams.',
  },
  {
    icon: KeyRound,
    title: 'Made for developers',
    text: 'One OpenAPI document, a TypeScript SDK, scoped keys and problems that say what to do.',
  },
] as const;

/** The product in a minute, for who has no account. */
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
        <section className={styles['hero']}>
          <h1 className={styles['title']}>Every catch, one API</h1>
          <p className={styles['lead']}>
            Log catches, have them verified, rank anglers on live leaderboards, and follow it all by webhook or event
            stream. 625 species with names, pictures and records are already in.
          </p>
          <div className={styles['actions']}>
            <AnchorButton variant="primary" href="/signup">
              Create an account
            </AnchorButton>
            <AnchorButton href="/docs">Read the reference</AnchorButton>
          </div>
        </section>
        <LiveData />
        <section aria-labelledby="features">
          <h2 id="features" className="visually-hidden">
            What you get
          </h2>
          <ul role="list" className={styles['features']}>
            {FEATURES.map(({ icon: Icon, title, text }) => (
              <li key={title} className={styles['feature']}>
                <Icon aria-hidden size={20} className={styles['featureIcon']} />
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>
      </main>
      <footer className={styles['foot']}>
        <p>
          <a href="/openapi.json">OpenAPI</a> · <a href="/asyncapi.json">AsyncAPI</a> · <a href="/problems">Problems</a>
        </p>
        <ThemeSwitch />
      </footer>
    </div>
  );
};
