import { Compass } from 'lucide-react';
import { Button, ButtonLink } from '../ui/button.js';
import { EmptyState, ErrorState } from '../ui/states.js';
import { usePageTitle } from './page-title.js';

export const NotFoundPage = () => {
  usePageTitle('Page not found');
  return (
    <EmptyState
      icon={Compass}
      title="Page not found"
      isPage
      action={<ButtonLink to="/">Go to the home page</ButtonLink>}
    >
      There is no page at this address. It may have been moved or deleted.
    </EmptyState>
  );
};

export const ErrorPage = ({ error, reset }: { readonly error: unknown; readonly reset?: () => void }) => (
  <ErrorState error={error} isPage action={reset && <Button onClick={reset}>Try again</Button>} />
);
