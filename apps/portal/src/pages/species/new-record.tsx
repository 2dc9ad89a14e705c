import type { Species } from '@catch-data/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { createSpeciesRecord } from '../../api/species.js';
import { useSubmission } from '../../api/use-submission.js';
import { TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { showToast } from '../../ui/toast.js';

interface NewRecordProps {
  readonly species: Species;
  readonly onClose: () => void;
}

export const NewRecord = ({ species, onClose }: NewRecordProps) => {
  const client = useQueryClient();
  const add = useSubmission({
    send: (form: FormData, options) => {
      const text = (name: string): string => String(form.get(name) ?? '').trim();
      const [place, date, angler, source] = [text('place'), text('date'), text('angler'), text('source')];
      const record = { weight_lbs: Number(text('weight')), place, date, angler, source };
      return createSpeciesRecord(species.id, record, options);
    },
    onSuccess: async () => {
      showToast('The record was entered.');
      onClose();
      await client.invalidateQueries({ queryKey: ['one-species'] });
    },
  });
  return (
    <FormDialog
      title="Add a world record"
      submitLabel="Add record"
      sending={add}
      onClose={onClose}
      onSubmit={add.mutate}
    >
      <TextField label="Weight (lb)" name="weight" type="number" min={0} step="any" required pointer="/weight_lbs" />
      <TextField
        label="Date"
        name="date"
        required
        pattern="\d{4}(-\d{2}(-\d{2})?)?"
        placeholder="1932-06-02"
        hint="A year, or a year and month, is enough."
        pointer="/date"
      />
      <TextField label="Place" name="place" required maxLength={200} pointer="/place" />
      <TextField label="Angler" name="angler" required maxLength={200} pointer="/angler" />
      <TextField label="Source" name="source" required maxLength={1_000} pointer="/source" />
    </FormDialog>
  );
};
