import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { SubmitEvent } from 'react';
import { createAccount } from '../../api/admin.js';
import { problemOf } from '../../api/problem.js';
import { refusalOf } from '../../api/refusal.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Form, TextField } from '../../ui/field.js';
import { Note } from '../../ui/states.js';
import { showToast } from '../../ui/toast.js';

interface NewAccountProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export const NewAccount = ({ isOpen, onClose }: NewAccountProps) => {
  const [navigate, client] = [useNavigate(), useQueryClient()];
  const add = useMutation({
    mutationFn: (form: FormData) => {
      const text = (name: string): string => String(form.get(name) ?? '').trim();
      const password = String(form.get('password') ?? '');
      return createAccount({ name: text('name'), email: text('email'), ...(password !== '' && { password }) });
    },
    onSuccess: async ({ id }) => {
      showToast('The account was added.');
      onClose();
      await client.invalidateQueries({ queryKey: ['accounts'] });
      await navigate({ to: '/accounts/$accountId', params: { accountId: id } });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    add.mutate(new FormData(event.currentTarget));
  };
  return (
    <Dialog title="Add an account" isOpen={isOpen} onClose={onClose}>
      <Form onSubmit={submit} problem={refusalOf(add.error)}>
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
        {add.error && <Note tone="bad">{problemOf(add.error).detail}</Note>}
        <Button type="submit" variant="primary" isBusy={add.isPending}>
          Add the account
        </Button>
      </Form>
    </Dialog>
  );
};
