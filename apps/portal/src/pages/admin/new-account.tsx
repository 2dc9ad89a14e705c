import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createAccount } from '../../api/admin.js';
import { useSubmission } from '../../api/use-submission.js';
import { TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { showToast } from '../../ui/toast.js';

export const NewAccount = ({ onClose }: { readonly onClose: () => void }) => {
  const [navigate, client] = [useNavigate(), useQueryClient()];
  const add = useSubmission({
    send: (form: FormData, options) => {
      const text = (name: string): string => String(form.get(name) ?? '').trim();
      const password = String(form.get('password') ?? '');
      const account = { name: text('name'), email: text('email'), ...(password !== '' && { password }) };
      return createAccount(account, options);
    },
    onSuccess: async ({ id }) => {
      showToast('The account was added.');
      onClose();
      await client.invalidateQueries({ queryKey: ['accounts'] });
      await navigate({ to: '/accounts/$accountId', params: { accountId: id } });
    },
  });
  return (
    <FormDialog
      title="Add an account"
      submitLabel="Add the account"
      sending={add}
      onClose={onClose}
      onSubmit={add.mutate}
    >
      <TextField label="Name" name="name" required maxLength={200} autoComplete="off" pointer="/name" />
      <TextField label="E-mail" name="email" type="email" required autoComplete="off" pointer="/email" />
      <TextField
        label="Password"
        name="password"
        type="password"
        minLength={10}
        maxLength={200}
        autoComplete="new-password"
        hint="With a password, a person is added who signs in with the e-mail address. Leave empty for an account that only has keys."
        pointer="/password"
      />
    </FormDialog>
  );
};
