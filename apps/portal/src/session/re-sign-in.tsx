import { useEffect, useSyncExternalStore } from 'react';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { leave } from './leave.js';
import { currentQuestion, onQuestion, watchSignOut } from './sign-in-question.js';

const openSignIn = (): void =>
  void window.open('/signin?returnTo=%2Fsigned-in', 'sign-in', 'popup,width=520,height=720');

const WORDS = {
  ended: {
    title: 'You are signed out',
    text:
      'Your session has ended. Sign in again in the window that opens: what you were doing goes on from here, ' +
      'and nothing that you typed is lost.',
  },
  stale: {
    title: 'Confirm that it is you',
    text:
      'This change could outlive a stolen session, so it requires a sign-in within the last 15 minutes. Sign in again ' +
      'in the window that opens: it goes on from here.',
  },
} as const;

/** Asks for a new sign-in while a request waits for it. The page behind stays as it is. */
export const ReSignIn = () => {
  const question = useSyncExternalStore(onQuestion, currentQuestion);
  useEffect(() => watchSignOut(() => void leave()), []);
  if (!question) return null;
  const { title, text } = WORDS[question.reason];
  return (
    <Dialog
      title={title}
      isOpen
      size="s"
      onClose={() => question.answer(false)}
      actions={
        <>
          <Button onClick={() => question.answer(false)}>Not now</Button>
          <Button variant="primary" onClick={openSignIn}>
            Sign in
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
};
