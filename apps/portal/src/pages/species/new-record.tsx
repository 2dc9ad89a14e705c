import type { Species } from '@catch-data/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { problemOf } from '../../api/problem.js';
import { refusalOf } from '../../api/refusal.js';
import { createSpeciesRecord } from '../../api/species.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Form, TextField } from '../../ui/field.js';
import { Note } from '../../ui/states.js';
import { showToast } from '../../ui/toast.js';

interface NewRecordProps {
  readonly species: Species;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export const NewRecord = ({ species, isOpen, onClose }: NewRecordProps) => {
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: (form: FormData) => {
      const text = (name: string): string => String(form.get(name) ?? '').trim();
      const [place, date, angler, source] = [text('place'), text('date'), text('angler'), text('source')];
      return createSpeciesRecord(species.id, { weight_lbs: Number(text('weight')), place, date, angler, source });
    },
    onSuccess: async () => {
      showToast('The record was entered.');
      onClose();
      await client.invalidateQueries({ queryKey: ['one-species'] });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    add.mutate(new FormData(event.currentTarget));
  };
  return (
    <Dialog title="Enter a world record" isOpen={isOpen} onClose={onClose}>
      <Form onSubmit={submit} problem={refusalOf(add.error)}>
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
        <TextField label="Who published it" name="source" required maxLength={1_000} pointer="/source" />
        {add.error && <Note tone="bad">{problemOf(add.error).detail}</Note>}
        <Button type="submit" variant="primary" isBusy={add.isPending}>
          Enter the record
        </Button>
      </Form>
    </Dialog>
  );
};
