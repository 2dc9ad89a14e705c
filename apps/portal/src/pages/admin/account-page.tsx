import type { Account } from '@catch-data/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { accountQuery, deleteAccount, updateAccount } from '../../api/admin.js';
import { refusalOf } from '../../api/refusal.js';
import { useSubmission } from '../../api/use-submission.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { DeleteButton } from '../../ui/delete-button.js';
import { Form, TextField } from '../../ui/field.js';
import { FormError } from '../../ui/form-error.js';
import { LoadError } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { Skeleton } from '../../ui/states.js';
import { Timestamp } from '../../ui/timestamp.js';
import { showToast } from '../../ui/toast.js';
import { AccountCredentials } from './account-credentials.js';
import styles from './admin.module.css';

const route = getRouteApi('/_app/accounts/$accountId');

export const AccountPage = () => {
  const { accountId } = route.useParams();
  const { data, error, refetch } = useQuery(accountQuery(accountId));
  if (error && !data)
    return (
      <LoadError
        error={error}
        retry={refetch}
        elsewhere={<ButtonLink to="/accounts">All accounts</ButtonLink>}
        isPage
      />
    );
  return data ? <OneAccount account={data} /> : <Skeleton lines={6} label="Loading the account" />;
};

const OneAccount = ({ account }: { readonly account: Account }) => (
  <Page
    title={account.name}
    description={
      <>
        <code>{account.id}</code>, since <Timestamp at={account.created_at} as="day" />
      </>
    }
    above={<Link to="/accounts">Accounts</Link>}
    actions={
      <>
        <ButtonLink to="/audit-log" search={{ account_id: account.id }} icon={ScrollText}>
          Audit log
        </ButtonLink>
        <DeleteAccount account={account} />
      </>
    }
  >
    <Card title="Details">
      <EditAccount account={account} />
    </Card>
    <AccountCredentials kind="apiKeys" accountId={account.id} />
    <AccountCredentials kind="oauthClients" accountId={account.id} />
    <AccountCredentials kind="oauthGrants" accountId={account.id} />
  </Page>
);

const EditAccount = ({ account }: { readonly account: Account }) => {
  const client = useQueryClient();
  const save = useSubmission({
    send: (form: FormData) =>
      updateAccount(account.id, { name: String(form.get('name')).trim(), email: String(form.get('email')).trim() }),
    onSuccess: async () => {
      showToast('The account was saved.');
      await Promise.all(['accounts', 'account'].map((name) => client.invalidateQueries({ queryKey: [name] })));
    },
  });
  return (
    <Form onSend={save.mutate} problem={refusalOf(save.error)} className={styles['form']}>
      <TextField label="Name" name="name" defaultValue={account.name} required maxLength={200} pointer="/name" />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        defaultValue={account.email ?? ''}
        required
        hint="The contact address. People may sign in with others."
        pointer="/email"
      />
      <FormError error={save.error} />
      <Button type="submit" isBusy={save.isPending}>
        Save
      </Button>
    </Form>
  );
};

const DeleteAccount = ({ account }: { readonly account: Account }) => {
  const [navigate, client] = [useNavigate(), useQueryClient()];
  return (
    <DeleteButton
      subject="account"
      name={account.name}
      act={async () => {
        await deleteAccount(account.id);
        showToast('The account was deleted.');
        await client.invalidateQueries({ queryKey: ['accounts'] });
        await navigate({ to: '/accounts' });
      }}
    >
      Its keys and tokens stop working at once, its endpoints are disabled, its leaderboards are deleted, its anglers
      are erased, and nobody can sign in to it any more. This cannot be undone.
    </DeleteButton>
  );
};
