import { createFileRoute } from '@tanstack/react-router';
import { ReviewPage } from '../../../pages/review/review-page.js';
import { searchOf } from '../../../ui/cursor-pages.js';

export const Route = createFileRoute('/_app/review/')({
  validateSearch: searchOf('status', 'id', 'cursor'),
  component: ReviewPage,
});
