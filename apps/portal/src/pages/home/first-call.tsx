import type { MadeKey } from '../../api/api-keys.js';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { cds } from '../../api/client.js';
import { firstCallQuery } from '../../api/usage.js';
import { useSubmission } from '../../api/use-submission.js';
import type { Person } from '../../session/session.js';
import { isPowerful, scopesOf } from '../../session/scopes.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { CodeBlock } from '../../ui/code-block.js';
import { CopyButton } from '../../ui/copy-button.js';
import { ErrorState, Note } from '../../ui/states.js';
import { Tabs } from '../../ui/tabs.js';
import { snippetsOf } from './snippets.js';
import styles from './first-call.module.css';

interface FirstCallProps {
  readonly person: Person;
  /** A key has made a call already. */
  readonly isUsed: boolean;
}

/** From nothing to a call of one's own: a key, the call with the key filled in, and a light when it has arrived. */
export const FirstCall = ({ person, isUsed }: FirstCallProps) => {
  const [key, setKey] = useState<MadeKey | null>(null);
  const make = useSubmission({ send: cds.apiKeys.create.bind(cds.apiKeys), shownBy: 'api-keys' });
  const scopes = scopesOf(person).filter((scope) => !isPowerful(scope));
  if (isUsed && !key) return null;
  return (
    <Card title="Your first call" description="A key, one request, and you are in.">
      {key ? (
        <Call apiKey={key} />
      ) : (
        <div className={styles['start']}>
          <p>
            A key lets a program call the API for {person.account.name}. This one may read and write the data of your
            account, but make no other keys.
          </p>
          <Button
            variant="primary"
            icon={KeyRound}
            isBusy={make.isPending}
            onClick={() => make.mutate({ name: 'First key', scopes }, { onSuccess: (made) => setKey(made) })}
          >
            Create a key
          </Button>
          {make.error && <ErrorState error={make.error} />}
        </div>
      )}
    </Card>
  );
};

const Call = ({ apiKey }: { readonly apiKey: MadeKey }) => {
  const [language, setLanguage] = useState('curl');
  return (
    <div className={styles['call']}>
      <Note tone="warn" title="Copy the key now" action={<CopyButton text={apiKey.key ?? ''} label="Copy the key" />}>
        <code className={styles['key']}>{apiKey.key}</code> It is shown this once. Lost keys are replaced under{' '}
        <ButtonLink to="/keys" variant="quiet" size="s">
          Keys and apps
        </ButtonLink>
      </Note>
      <Tabs
        label="Language"
        selected={language}
        onSelect={setLanguage}
        tabs={snippetsOf(location.origin, apiKey.key ?? '').map(({ id, label, code }) => ({
          id,
          label,
          content: <CodeBlock label={`The call in ${label}`} code={code} />,
        }))}
      />
      <Light keyId={apiKey.id} />
    </div>
  );
};

/** Green when the request log has a call of the key. */
const Light = ({ keyId }: { readonly keyId: string }) => {
  const { data: call } = useQuery(firstCallQuery(keyId));
  const isGood = call?.status != null && call.status < 400;
  return (
    <p className={styles['light']} role="status" data-state={call ? (isGood ? 'good' : 'bad') : 'waiting'}>
      <span aria-hidden className={styles['lamp']} />
      {!call && 'Waiting for your call …'}
      {call && isGood && `It has arrived: ${call.method} ${call.path} answered ${call.status}.`}
      {call && !isGood && `It has arrived, and was refused with ${call.status}: ${call.detail ?? call.code ?? ''}`}
    </p>
  );
};
