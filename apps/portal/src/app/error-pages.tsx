import { Compass } from 'lucide-react';
import { Button, ButtonLink } from '../ui/button.js';
import { Main } from '../ui/main.js';
import { EmptyState, ErrorState } from '../ui/states.js';
import { usePageTitle } from './page-title.js';

export const NotFoundPage = () => {
  usePageTitle('Page not found');
  return (
    <Main>
      <EmptyState
        icon={Compass}
        title="Page not found"
        isPage
        action={<ButtonLink to="/">Go to the home page</ButtonLink>}
      >
        There is no page at this address. It may have been moved or deleted.
      </EmptyState>
    </Main>
  );
};

export const ErrorPage = ({ error, reset }: { readonly error: unknown; readonly reset?: () => void }) => (
  <Main>
    <ErrorState error={error} isPage action={reset && <Button onClick={reset}>Try again</Button>} />
  </Main>
);
