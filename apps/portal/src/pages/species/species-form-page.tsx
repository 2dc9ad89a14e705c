import type { NewSpecies, Species } from '@catch-data/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { createSpecies, deleteSpecies, speciesQuery, updateSpecies } from '../../api/species.js';
import { useSubmission } from '../../api/use-submission.js';
import { useDraft } from '../../session/draft.js';
import { ButtonLink } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { DeleteButton } from '../../ui/delete-button.js';
import { LoadError } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { Skeleton } from '../../ui/states.js';
import { showToast } from '../../ui/toast.js';
import { VersionedForm } from '../../ui/versioned-form.js';
import { draftOfSpecies, fieldsOfSpecies, SpeciesFieldset } from './species-fieldset.js';

/** Adds a species, or edits the one with this id or slug. */
export const SpeciesFormPage = ({ speciesId }: { readonly speciesId?: string }) => {
  const { data, error, refetch } = useQuery({
    ...speciesQuery(speciesId ?? ''),
    enabled: speciesId !== undefined,
    staleTime: Infinity,
  });
  if (speciesId === undefined) return <SpeciesForm species={null} />;
  if (error && !data)
    return (
      <LoadError error={error} retry={refetch} elsewhere={<ButtonLink to="/species">All species</ButtonLink>} isPage />
    );
  return data ? <SpeciesForm species={data} /> : <Skeleton lines={8} label="Loading the species" />;
};

const SpeciesForm = ({ species }: { readonly species: Species | null }) => {
  const name = `species:${species?.id ?? 'new'}`;
  const [draft, setDraft, forget] = useDraft(name, draftOfSpecies(species), 'changes');
  const [navigate, client] = [useNavigate(), useQueryClient()];
  const save = useSubmission({
    send: (fields: NewSpecies, options) => (species ? updateSpecies(species, fields) : createSpecies(fields, options)),
    onSuccess: async ({ slug }) => {
      forget();
      showToast('The species was saved.');
      await Promise.all(['species', 'one-species'].map((name) => client.invalidateQueries({ queryKey: [name] })));
      await navigate({ to: '/species/$speciesId', params: { speciesId: slug } });
    },
  });
  return (
    <Page
      title={species ? `Edit ${species.common_name}` : 'Add a species'}
      above={<Link to="/species">Species</Link>}
      actions={species && <DeleteSpecies species={species} />}
    >
      <Card>
        <VersionedForm
          subject="species"
          submitLabel="Save"
          saving={save}
          onSend={() => save.mutate(fieldsOfSpecies(draft))}
          onReset={forget}
        >
          <SpeciesFieldset draft={draft} setDraft={setDraft} />
        </VersionedForm>
      </Card>
    </Page>
  );
};

const DeleteSpecies = ({ species }: { readonly species: Species }) => {
  const [navigate, client] = [useNavigate(), useQueryClient()];
  return (
    <DeleteButton
      subject="species"
      name={species.common_name}
      act={async () => {
        await deleteSpecies(species.id);
        showToast('The species was deleted.');
        await client.invalidateQueries({ queryKey: ['species'] });
        await navigate({ to: '/species' });
      }}
    >
      It leaves the catalogue, with its pictures and records. A species with catches cannot be deleted.
    </DeleteButton>
  );
};
