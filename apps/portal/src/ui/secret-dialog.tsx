import type { ReactNode } from 'react';
import { Button } from './button.js';
import { CopyButton } from './copy-button.js';
import { Dialog } from './dialog.js';
import styles from './secret-dialog.module.css';
import { Note } from './states.js';

interface SecretDialogProps {
  readonly title: string;
  /** Null: nothing is shown. It is never kept anywhere. */
  readonly secret: string | null;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Shows a secret, which can be seen this once. */
export const SecretDialog = ({ title, secret, onClose, children }: SecretDialogProps) => (
  <Dialog
    title={title}
    isOpen={secret !== null}
    onClose={onClose}
    actions={
      <Button variant="primary" onClick={onClose}>
        I have saved it
      </Button>
    }
  >
    <Note tone="warn" title="Copy it now">
      It is shown only once and cannot be read again.
    </Note>
    <div className={styles['secret']}>
      <code>{secret}</code>
      <CopyButton text={secret ?? ''} />
    </div>
    {children}
  </Dialog>
);
