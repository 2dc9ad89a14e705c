import { useId } from 'react';
import type { ReactNode } from 'react';
import { refusalOf } from '../api/refusal.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { Form } from './field.js';
import { FormError } from './form-error.js';

interface FormDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Given what the fields hold, for forms that keep it nowhere else. */
  readonly onSubmit: (fields: FormData) => void;
  /** The act in words: “Create key”. */
  readonly submitLabel: string;
  /** What sends the form: why it was refused is shown at its fields and at its foot. */
  readonly sending: { readonly isPending: boolean; readonly error: unknown };
  /** The act takes something away for good. */
  readonly isDangerous?: boolean;
  /** The form cannot be sent as it is. */
  readonly isIncomplete?: boolean;
  readonly size?: 's' | 'm';
  /** The fields, and what will happen. */
  readonly children: ReactNode;
}

/** Asks for something in a dialog. It is open as long as it is there. */
export const FormDialog = ({ sending, onSubmit, submitLabel, children, ...props }: FormDialogProps) => {
  const id = useId();
  const { title, onClose, isDangerous, isIncomplete, size } = props;
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      size={size}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={id}
            variant={isDangerous ? 'danger' : 'primary'}
            isBusy={sending.isPending}
            disabled={isIncomplete}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <Form id={id} problem={refusalOf(sending.error)} onSend={onSubmit}>
        {children}
        <FormError error={sending.error} />
      </Form>
    </Dialog>
  );
};

/** Asks before something is done that is not easily undone. */
export const ConfirmDialog = ({
  onConfirm,
  ...dialog
}: Omit<FormDialogProps, 'onSubmit' | 'isIncomplete' | 'size'> & { readonly onConfirm: () => void }) => (
  <FormDialog {...dialog} size="s" onSubmit={onConfirm} />
);
