import { createFileRoute } from '@tanstack/react-router';
import { KeysPage } from '../../../pages/keys/keys-page.js';
import { searchOf } from '../../../ui/cursor-pages.js';

export const Route = createFileRoute('/_app/keys/')({
  validateSearch: searchOf('cursor', 'apps', 'grants'),
  component: KeysPage,
});
