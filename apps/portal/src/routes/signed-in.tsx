import { createFileRoute } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { usePageTitle } from '../app/page-title.js';
import { tellSignedIn } from '../session/sign-in-question.js';
import { Main } from '../ui/main.js';
import { EmptyState } from '../ui/states.js';

/** Where the second window of a new sign-in ends: it tells the first one, and closes. */
export const Route = createFileRoute('/signed-in')({ component: SignedIn });

function SignedIn() {
  usePageTitle('Signed in');
  useEffect(() => {
    tellSignedIn();
    window.close();
  }, []);
  return (
    <Main>
      <EmptyState icon={CircleCheck} title="You are signed in" isPage>
        Close this window and continue where you left off.
      </EmptyState>
    </Main>
  );
}
