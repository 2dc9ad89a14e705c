import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { cds } from '../../api/client.js';
import { useSubmission } from '../../api/use-submission.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { durationOf } from '../../ui/progress-bar.js';
import { Secret } from './secret.js';
import styles from './webhooks.module.css';

const HOUR_MS = 3_600_000;
const TITLE = 'Rotate the signing secret';

interface Rotated {
  readonly secret: string;
  /** Until then the old secret signs too. */
  readonly overlapEndsAt: number;
}

/** Makes a new secret, shows it once, and says until when the old one signs beside it. */
export const RotateDialog = ({
  endpointId,
  onClose,
}: {
  readonly endpointId: string;
  readonly onClose: () => void;
}) => {
  const [hours, setHours] = useState('24');
  const client = useQueryClient();
  const rotate = useSubmission({
    send: async (overlapHours: number, options): Promise<Rotated> => {
      const body = { overlap_hours: overlapHours };
      const { secret = '' } = await cds.webhooks.rotateSecret(endpointId, body, options);
      return { secret, overlapEndsAt: Date.now() + overlapHours * HOUR_MS };
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['webhooks', 'one', endpointId] }),
  });
  if (rotate.data) return <NewSecretDialog {...rotate.data} onClose={onClose} />;
  return (
    <FormDialog
      title={TITLE}
      submitLabel="Create new secret"
      sending={rotate}
      onClose={onClose}
      onSubmit={() => rotate.mutate(Number(hours))}
    >
      <p>For a while every message is signed with both secrets, so that your servers can change one by one.</p>
      <TextField
        label="Hours in which the old secret signs too"
        hint="From 0, for a secret that has leaked, to 168."
        pointer="/overlap_hours"
        type="number"
        min={0}
        max={168}
        required
        value={hours}
        onChange={({ target }) => setHours(target.value)}
      />
    </FormDialog>
  );
};

const SECOND_MS = 1_000;

const NewSecretDialog = ({ secret, overlapEndsAt, onClose }: Rotated & { readonly onClose: () => void }) => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const leftSeconds = (overlapEndsAt - now) / SECOND_MS;
  const actions = (
    <Button variant="primary" onClick={onClose}>
      Done
    </Button>
  );
  return (
    <Dialog title={TITLE} isOpen onClose={onClose} actions={actions}>
      <div className={styles['stack']}>
        <Secret secret={secret} />
        <p>
          {leftSeconds > 0
            ? `The old secret signs too for ${durationOf(leftSeconds)}, until ` +
              `${new Date(overlapEndsAt).toLocaleString('en-GB')}.`
            : 'The old secret no longer signs.'}
        </p>
      </div>
    </Dialog>
  );
};
