import { useState } from 'react';
import { closeAccount } from '../../api/sessions.js';
import { useSubmission } from '../../api/use-submission.js';
import { leave } from '../../session/leave.js';
import type { Person } from '../../session/session.js';
import { tellSignedOut } from '../../session/sign-in-question.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import styles from './settings.module.css';

/** The way out, for good. */
export const CloseAccountCard = ({ person }: { readonly person: Person }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card title="Delete the account">
      <div className={styles['danger']}>
        <p>
          Keys and apps stop working within seconds, webhook endpoints are disabled, leaderboards are deleted, and
          anglers are erased: their catches stay without a name, a place or notes. This cannot be undone.
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
  const close = useSubmission({ send: closeAccount });
  const onSuccess = (): void => {
    tellSignedOut();
    void leave();
  };
  return (
    <FormDialog
      title="Delete the account for good?"
      submitLabel="Delete it"
      size="s"
      isDangerous
      isIncomplete={typed.trim() !== person.account.name}
      sending={close}
      onClose={onClose}
      onSubmit={() => close.mutate(undefined, { onSuccess })}
    >
      <TextField
        label={`Type the account’s name: ${person.account.name}`}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  );
};
