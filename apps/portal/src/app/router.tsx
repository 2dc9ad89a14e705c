import { createRouter } from '@tanstack/react-router';
import { routeTree } from './generated/route-tree.gen.js';
import { ErrorPage, NotFoundPage } from './error-pages.js';
import { queryClient } from './query-client.js';
import { parseSearch, stringifySearch } from './search.js';

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
