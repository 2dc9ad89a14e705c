import { createFileRoute } from '@tanstack/react-router';
import { BoardPage } from '../../../pages/leaderboards/board-page.js';
import { searchOf } from '../../../ui/cursor-pages.js';

export const Route = createFileRoute('/_app/leaderboards/$boardId')({
  validateSearch: searchOf('period', 'around', 'from_rank', 'as_of', 'cursor'),
  component: BoardPage,
});
