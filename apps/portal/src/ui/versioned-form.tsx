import type { ReactNode } from 'react';
import { refusalOf } from '../api/refusal.js';
import { Button } from './button.js';
import { FormError } from './form-error.js';
import { FormFoot, GroupedForm } from './form-layout.js';
import { Note } from './states.js';

interface VersionedFormProps {
  /** What it is about, in a word: “board”. */
  readonly subject: string;
  readonly submitLabel: string;
  readonly saving: { readonly isPending: boolean; readonly error: unknown };
  readonly onSend: () => void;
  /** Throws away what was typed. */
  readonly onReset: () => void;
  readonly children: ReactNode;
}

/** A form about something that others may change meanwhile: what they wrote is never written over. */
export const VersionedForm = ({ subject, submitLabel, saving, onSend, onReset, children }: VersionedFormProps) => {
  const refusal = refusalOf(saving.error);
  return (
    <GroupedForm onSend={onSend} problem={refusal}>
      {children}
      {refusal?.status === 412 ? (
        <Note tone="bad">
          Somebody else has changed this {subject} since you opened it. Reload the page: your changes are kept, and
          theirs are shown.
        </Note>
      ) : (
        <FormError error={saving.error} />
      )}
      <FormFoot>
        <Button type="submit" variant="primary" isBusy={saving.isPending}>
          {submitLabel}
        </Button>
        <Button onClick={onReset}>Start over</Button>
      </FormFoot>
    </GroupedForm>
  );
};
