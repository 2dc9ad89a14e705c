import { createFileRoute } from '@tanstack/react-router';
import { BoardsPage } from '../../../pages/leaderboards/boards-page.js';
import { searchOf } from '../../../ui/cursor-pages.js';

export const Route = createFileRoute('/_app/leaderboards/')({
  validateSearch: searchOf('metric', 'period', 'species_id', 'region', 'mine', 'sort', 'cursor'),
  component: BoardsPage,
});
