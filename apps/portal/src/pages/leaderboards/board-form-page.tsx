import type { Leaderboard, NewLeaderboard } from '@catch-data/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import type { SubmitEvent } from 'react';
import { boardQuery, createBoard, deleteBoard, updateBoard } from '../../api/leaderboards.js';
import { problemOf } from '../../api/problem.js';
import { refusalOf } from '../../api/refusal.js';
import { speciesQuery } from '../../api/species.js';
import { useDraft } from '../../session/draft.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { Form } from '../../ui/field.js';
import { Page } from '../../ui/page.js';
import { ErrorState, Note, Skeleton } from '../../ui/states.js';
import { showToast } from '../../ui/toast.js';
import { BoardFieldset, draftOfBoard, fieldsOfBoard } from './board-fieldset.js';
import styles from './leaderboards.module.css';

/** Makes a board, or edits the one with this id. */
export const BoardFormPage = ({ boardId }: { readonly boardId?: string }) => {
  const { data, error } = useQuery({
    ...boardQuery(boardId ?? ''),
    enabled: boardId !== undefined,
    staleTime: Infinity,
  });
  const speciesId = data?.rule.species_id ?? null;
  const species = useQuery({ ...speciesQuery(speciesId ?? ''), enabled: speciesId !== null });
  if (boardId === undefined) return <BoardForm board={null} speciesName="" />;
  if (error && !data) return <ErrorState error={error} isPage />;
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
  const save = useMutation({
    mutationFn: (fields: NewLeaderboard) => (board ? updateBoard(board, fields) : createBoard(fields)),
    onSuccess: async ({ id }) => {
      forget();
      showToast(board ? 'The board was saved.' : 'The board was made. It is being filled from all catches.');
      await Promise.all(['leaderboards', 'leaderboard'].map((name) => client.invalidateQueries({ queryKey: [name] })));
      await navigate({ to: '/leaderboards/$boardId', params: { boardId: id } });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save.mutate(fieldsOfBoard(draft));
  };
  return (
    <Page
      title={board ? `Edit ${board.name}` : 'Make a board'}
      description="A board is a rule over all catches. It is filled from the past, and kept up to date from then on."
      above={<Link to="/leaderboards">Leaderboards</Link>}
      actions={board && <DeleteBoard board={board} />}
    >
      <Card>
        <Form onSubmit={submit} problem={refusalOf(save.error)} className={styles['form']}>
          <BoardFieldset draft={draft} setDraft={setDraft} problem={refusalOf(save.error)} />
          <div className={styles['foot']}>
            {save.error && (
              <Note tone="bad">
                {refusalOf(save.error)?.status === 412
                  ? 'Somebody else has changed this board since you opened it. Reload the page: your changes are kept, and theirs are shown.'
                  : problemOf(save.error).detail}
              </Note>
            )}
          </div>
          <div className={styles['foot']}>
            <Button type="submit" variant="primary" isBusy={save.isPending}>
              {board ? 'Save' : 'Make the board'}
            </Button>
            <Button onClick={forget}>Start over</Button>
          </div>
        </Form>
      </Card>
    </Page>
  );
};

const DeleteBoard = ({ board }: { readonly board: Leaderboard }) => {
  const [navigate, client] = [useNavigate(), useQueryClient()];
  return (
    <ConfirmButton
      button={(ask) => (
        <Button icon={Trash2} onClick={ask}>
          Delete
        </Button>
      )}
      title={`Delete ${board.name}?`}
      submitLabel="Delete the board"
      isDangerous
      act={async () => {
        await deleteBoard(board.id);
        showToast('The board was deleted.');
        await client.invalidateQueries({ queryKey: ['leaderboards'] });
        await navigate({ to: '/leaderboards' });
      }}
    >
      <p>Its entries and its history go with it. The catches stay.</p>
    </ConfirmButton>
  );
};
