/** Why somebody has to sign in: the session is over, or its sign-in is too long ago for what they want to do. */
export type Reason = 'ended' | 'stale';

interface Question {
  readonly reason: Reason;
  readonly answer: (isSignedIn: boolean) => void;
}

const CHANNEL = 'session';
let question: Question | null = null;
let asked: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

const set = (next: Question | null): void => {
  question = next;
  for (const listener of listeners) listener();
};

export const currentQuestion = (): Question | null => question;

export const onQuestion = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Resolves with whether somebody has signed in again. However many requests ask, there is one question. */
export const askToSignIn = (reason: Reason): Promise<boolean> => {
  asked ??= new Promise<boolean>((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    const answer = (isSignedIn: boolean): void => {
      channel.close();
      asked = null;
      set(null);
      resolve(isSignedIn);
    };
    channel.onmessage = () => answer(true);
    set({ reason, answer });
  });
  return asked;
};

/** Tells every tab of the portal that somebody has just signed in. */
export const tellSignedIn = (): void => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('signed-in');
  channel.close();
};
