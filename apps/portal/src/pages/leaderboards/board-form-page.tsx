import type { Leaderboard, NewLeaderboard } from '@catch-data/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { boardQuery, createBoard, deleteBoard, updateBoard } from '../../api/leaderboards.js';
import { speciesQuery } from '../../api/species.js';
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
import { BoardFieldset, draftOfBoard, fieldsOfBoard } from './board-fieldset.js';

/** Makes a board, or edits the one with this id. */
export const BoardFormPage = ({ boardId }: { readonly boardId?: string }) => {
  const { data, error, refetch } = useQuery({
    ...boardQuery(boardId ?? ''),
    enabled: boardId !== undefined,
    staleTime: Infinity,
  });
  const speciesId = data?.rule.species_id ?? null;
  const species = useQuery({ ...speciesQuery(speciesId ?? ''), enabled: speciesId !== null });
  if (boardId === undefined) return <BoardForm board={null} speciesName="" />;
  if (error && !data)
    return (
      <LoadError
        error={error}
        retry={refetch}
        elsewhere={<ButtonLink to="/leaderboards">All boards</ButtonLink>}
        isPage
      />
    );
  if (!data || species.isLoading) return <Skeleton lines={8} label="Loading the board" />;
  return <BoardForm board={data} speciesName={species.data?.common_name ?? ''} />;
};

interface BoardFormProps {
  readonly board: Leaderboard | null;
  readonly speciesName: string;
}

const BoardForm = ({ board, speciesName }: BoardFormProps) => {
  const name = `board:${board?.id ?? 'new'}`;
  const [draft, setDraft, forget] = useDraft(name, draftOfBoard(board, speciesName), 'changes');
  const [navigate, client] = [useNavigate(), useQueryClient()];
  const save = useSubmission({
    send: (fields: NewLeaderboard, options) => (board ? updateBoard(board, fields) : createBoard(fields, options)),
    onSuccess: async ({ id }) => {
      forget();
      showToast(board ? 'The board was saved.' : 'The board was created. It is being filled from all catches.');
      await Promise.all(['leaderboards', 'leaderboard'].map((name) => client.invalidateQueries({ queryKey: [name] })));
      await navigate({ to: '/leaderboards/$boardId', params: { boardId: id } });
    },
  });
  return (
    <Page
      title={board ? `Edit ${board.name}` : 'Create a board'}
      description="A board is a rule over all catches. It starts with all existing catches and stays up to date."
      above={<Link to="/leaderboards">Leaderboards</Link>}
      actions={board && <DeleteBoard board={board} />}
    >
      <Card>
        <VersionedForm
          subject="board"
          submitLabel={board ? 'Save' : 'Create board'}
          saving={save}
          onSend={() => save.mutate(fieldsOfBoard(draft))}
          onReset={forget}
        >
          <BoardFieldset draft={draft} setDraft={setDraft} />
        </VersionedForm>
      </Card>
    </Page>
  );
};

const DeleteBoard = ({ board }: { readonly board: Leaderboard }) => {
  const [navigate, client] = [useNavigate(), useQueryClient()];
  return (
    <DeleteButton
      subject="board"
      name={board.name}
      act={async () => {
        await deleteBoard(board.id);
        showToast('The board was deleted.');
        await client.invalidateQueries({ queryKey: ['leaderboards'] });
        await navigate({ to: '/leaderboards' });
      }}
    >
      Its entries and its history go with it. The catches stay.
    </DeleteButton>
  );
};
