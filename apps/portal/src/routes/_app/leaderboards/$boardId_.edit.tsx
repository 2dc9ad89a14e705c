import { createFileRoute } from '@tanstack/react-router';
import { BoardFormPage } from '../../../pages/leaderboards/board-form-page.js';

export const Route = createFileRoute('/_app/leaderboards/$boardId_/edit')({ component: EditBoard });

function EditBoard() {
  const { boardId } = Route.useParams();
  return <BoardFormPage boardId={boardId} />;
}
