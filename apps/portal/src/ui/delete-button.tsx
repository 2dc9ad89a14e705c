import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.js';
import { ConfirmButton } from './confirm-button.js';

interface DeleteButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'aria-label'> {
  /** In a word: “board”. */
  readonly subject: string;
  /** The one that it is about, as the question calls it: its name, or “this photo”. */
  readonly name: string;
  /** Deletes it, and goes where one can go on. */
  readonly act: () => Promise<unknown>;
  /** What goes with it. */
  readonly children: ReactNode;
}

/** Deletes something for good, after a question. */
export const DeleteButton = ({ subject, name, act, children, ...looks }: DeleteButtonProps) => (
  <ConfirmButton
    button={(ask) => (
      <Button {...looks} icon={Trash2} onClick={ask}>
        Delete
      </Button>
    )}
    title={`Delete ${name}?`}
    submitLabel={`Delete the ${subject}`}
    isDangerous
    act={act}
  >
    <p>{children}</p>
  </ConfirmButton>
);
