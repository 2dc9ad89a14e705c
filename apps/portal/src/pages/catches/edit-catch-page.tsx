import type { Catch } from '@catch-data/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { catchQuery, updateCatch } from '../../api/catches.js';
import { refusalOf } from '../../api/refusal.js';
import { useSubmission } from '../../api/use-submission.js';
import { useUnits } from '../../measures/use-units.js';
import { useDraft } from '../../session/draft.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { FormError } from '../../ui/form-error.js';
import { FormFoot, GroupedForm } from '../../ui/form-layout.js';
import { LoadError } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { Skeleton } from '../../ui/states.js';
import { showToast } from '../../ui/toast.js';
import { draftOf, inUnits, patchOf } from './catch-draft.js';
import { CatchFields } from './catch-fields.js';
import { EditConflict } from './edit-conflict.js';

const route = getRouteApi('/_app/catches/$catchId_/edit');

export const EditCatchPage = () => {
  const { catchId } = route.useParams();
  const { data, error, refetch } = useQuery({ ...catchQuery(catchId), staleTime: Infinity });
  if (error && !data)
    return (
      <LoadError error={error} retry={refetch} elsewhere={<ButtonLink to="/catches">All catches</ButtonLink>} isPage />
    );
  return data ? <EditCatch caught={data} /> : <Skeleton lines={8} label="Loading the catch" />;
};

/**
 * `base` is the catch that the form was filled from: what differs from it is sent, and only while it is still current.
 * When it is not, the person sees what was changed, and decides.
 */
const EditCatch = ({ caught }: { readonly caught: Catch }) => {
  const [base, setBase] = useState(caught);
  const [units] = useUnits();
  const [draft, setDraft, forget] = useDraft(`catch:${base.id}`, draftOf(caught, units));
  if (draft.units !== units) setDraft(inUnits(draft, units));
  const save = useSaveCatch(base, forget);
  const problem = refusalOf(save.error);
  const isConflict = problem?.status === 412;
  return (
    <Page title={`Edit ${base.species}`} above={<BackToCatch id={base.id} />}>
      <Card>
        <GroupedForm onSend={() => save.mutate(patchOf(draftOf(base, draft.units), draft))} problem={problem}>
          <CatchFields draft={draft} setDraft={setDraft} />
          {isConflict && (
            <EditConflict
              base={base}
              draft={draft}
              onResolve={(current, merged) => {
                setBase(current);
                setDraft(merged);
                save.reset();
              }}
            />
          )}
          {!isConflict && <FormError error={save.error} />}
          <FormFoot>
            <Button type="submit" variant="primary" isBusy={save.isPending} disabled={!draft.species || isConflict}>
              Save
            </Button>
            <ButtonLink to="/catches/$catchId" params={{ catchId: base.id }} onClick={forget}>
              Cancel
            </ButtonLink>
          </FormFoot>
        </GroupedForm>
      </Card>
    </Page>
  );
};

const BackToCatch = ({ id }: { readonly id: string }) => (
  <Link to="/catches/$catchId" params={{ catchId: id }}>
    Back to the catch
  </Link>
);

const useSaveCatch = (base: Catch, forget: () => void) => {
  const [navigate, client] = [useNavigate(), useQueryClient()];
  return useSubmission({
    send: (patch: Parameters<typeof updateCatch>[1]) => updateCatch(base, patch),
    onSuccess: async (caught) => {
      forget();
      client.setQueryData(catchQuery(base.id).queryKey, caught);
      await client.invalidateQueries({ queryKey: ['catches'] });
      showToast('The catch was saved.');
      await navigate({ to: '/catches/$catchId', params: { catchId: base.id } });
    },
  });
};
