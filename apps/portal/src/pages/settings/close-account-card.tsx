import { useState } from 'react';
import { useChange } from '../../api/mutations.js';
import { closeAccount } from '../../api/sessions.js';
import type { Person } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { FormError } from '../../ui/form-error.js';
import styles from './settings.module.css';

/** The way out, for good. */
export const CloseAccountCard = ({ person }: { readonly person: Person }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card title="Delete the account">
      <div className={styles['danger']}>
        <p>
          Keys and apps stop working within seconds, webhook endpoints are disabled, and anglers are erased: their
          catches stay without a name, a place or notes. This cannot be undone.
        </p>
        <Button variant="danger" onClick={() => setIsOpen(true)}>
          Delete the account
        </Button>
      </div>
      {isOpen && <CloseDialog person={person} onClose={() => setIsOpen(false)} />}
    </Card>
  );
};

const CloseDialog = ({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) => {
  const [typed, setTyped] = useState('');
  const close = useChange(closeAccount, 'session');
  const onSuccess = (): void => {
    sessionStorage.clear();
    location.assign('/');
  };
  return (
    <Dialog
      title="Delete the account for good?"
      isOpen
      size="s"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            isBusy={close.isPending}
            disabled={typed.trim() !== person.account.name}
            onClick={() => close.mutate(undefined, { onSuccess })}
          >
            Delete it
          </Button>
        </>
      }
    >
      <TextField
        label={`Type the account’s name: ${person.account.name}`}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <FormError error={close.error} />
    </Dialog>
  );
};
