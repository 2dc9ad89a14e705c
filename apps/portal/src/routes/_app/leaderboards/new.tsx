import { createFileRoute } from '@tanstack/react-router';
import { BoardFormPage } from '../../../pages/leaderboards/board-form-page.js';

export const Route = createFileRoute('/_app/leaderboards/new')({ component: NewBoard });

function NewBoard() {
  return <BoardFormPage />;
}
