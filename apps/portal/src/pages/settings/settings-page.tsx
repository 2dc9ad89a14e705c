import { getRouteApi, Link } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { signOut } from '../../api/sessions.js';
import { useSubmission } from '../../api/use-submission.js';
import { leave } from '../../session/leave.js';
import { SCOPE_WORDS, scopesOf } from '../../session/scopes.js';
import { tellSignedOut } from '../../session/sign-in-question.js';
import type { Person } from '../../session/session.js';
import { Badge } from '../../ui/badge.js';
import { AnchorButton, Button, ButtonLink } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { Columns, Page } from '../../ui/page.js';
import { CloseAccountCard } from './close-account-card.js';
import { SessionsCard } from './sessions-card.js';
import styles from './settings.module.css';

const route = getRouteApi('/_app/settings/');

export const SettingsPage = () => {
  const { person } = route.useRouteContext();
  return (
    <Page
      title="Account"
      description={`${person.account.name}, signed in as ${person.email}`}
      actions={<SignOutButton />}
    >
      <Columns>
        <SignInCard person={person} />
        <AccessCard person={person} />
      </Columns>
      <SessionsCard />
      {!person.scopes.includes('admin') && <CloseAccountCard person={person} />}
    </Page>
  );
};

const SignOutButton = () => {
  const end = useSubmission({ send: signOut });
  const onSuccess = (): void => {
    tellSignedOut();
    void leave();
  };
  return (
    <Button icon={LogOut} isBusy={end.isPending} onClick={() => end.mutate(undefined, { onSuccess })}>
      Sign out
    </Button>
  );
};

/** How the person gets in. The forms are pages that need no JavaScript. */
const SignInCard = ({ person }: { readonly person: Person }) => {
  const { email, email_confirmed: isConfirmed, has_password: hasPassword, second_factor_since: since } = person;
  return (
    <Card title="Signing in">
      <dl className={styles['rows']}>
        <div>
          <dt>E-mail address</dt>
          <dd>
            {email} {isConfirmed ? <Badge tone="good">Confirmed</Badge> : <Badge tone="warn">Not confirmed</Badge>}
          </dd>
          {!isConfirmed && (
            <dd className={styles['action']}>
              <AnchorButton size="s" href="/account">
                Confirm
              </AnchorButton>
            </dd>
          )}
        </div>
        <div>
          <dt>Password</dt>
          <dd>{hasPassword ? 'Set' : 'None: you sign in through a provider'}</dd>
          <dd className={styles['action']}>
            <AnchorButton size="s" href={hasPassword ? '/password/change' : '/password/forgot'}>
              {hasPassword ? 'Change' : 'Choose one'}
            </AnchorButton>
          </dd>
        </div>
        <div>
          <dt>Second factor</dt>
          <dd>{since === null ? <Badge tone="warn">Not set up</Badge> : <Badge tone="good">On</Badge>}</dd>
          <dd className={styles['action']}>
            <AnchorButton size="s" href="/account/security">
              {since === null ? 'Set up' : 'Manage'}
            </AnchorButton>
          </dd>
        </div>
      </dl>
    </Card>
  );
};

const AccessCard = ({ person }: { readonly person: Person }) => (
  <Card
    title="What you may do"
    actions={
      <ButtonLink to="/keys" size="s">
        Keys and apps
      </ButtonLink>
    }
  >
    <ul className={styles['scopes']}>
      {scopesOf(person).map((scope) => (
        <li key={scope}>{SCOPE_WORDS[scope]}</li>
      ))}
    </ul>
    <p className={styles['hint']}>
      Keys that you create can do no more than this. Apps that you allowed are listed under{' '}
      <Link to="/keys">Keys and apps</Link>.
    </p>
  </Card>
);
