import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSubmission } from '../api/use-submission.js';
import { ConfirmDialog } from './form-dialog.js';

interface ConfirmButtonProps {
  /** Draws the button; it asks when it is pressed. */
  readonly button: (ask: () => void) => ReactNode;
  /** The question: “Delete this catch?” */
  readonly title: string;
  /** The act in words: “Delete the catch”. */
  readonly submitLabel: string;
  /** The act, and all that follows from it. The dialog stays until it is done, and says why it could not be. */
  readonly act: () => Promise<unknown>;
  /** The act takes something away for good. */
  readonly isDangerous?: boolean;
  /** What will happen. */
  readonly children: ReactNode;
}

/** A button that asks before it acts. */
export const ConfirmButton = ({ button, act, ...dialog }: ConfirmButtonProps) => {
  const [isAsking, setIsAsking] = useState(false);
  const doing = useSubmission({ send: act, onSuccess: () => setIsAsking(false) });
  const ask = (): void => {
    if (!doing.isPending) doing.reset();
    setIsAsking(true);
  };
  return (
    <>
      {button(ask)}
      {isAsking && (
        <ConfirmDialog
          {...dialog}
          sending={doing}
          onClose={() => setIsAsking(false)}
          onConfirm={() => doing.mutate()}
        />
      )}
    </>
  );
};
