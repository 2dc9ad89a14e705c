/** Why somebody has to sign in: the session is over, or its sign-in is too long ago for what they want to do. */
export type Reason = 'ended' | 'stale';

interface Question {
  readonly reason: Reason;
  readonly answer: (isSignedIn: boolean) => void;
}

const CHANNEL = 'session';
const SIGNED_IN = 'signed-in';
const SIGNED_OUT = 'signed-out';
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
    channel.onmessage = ({ data }: MessageEvent<string>) => {
      if (data === SIGNED_IN) answer(true);
    };
    set({ reason, answer });
  });
  return asked;
};

const tell = (what: string): void => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(what);
  channel.close();
};

/** Tells every tab of the portal that somebody has just signed in. */
export const tellSignedIn = (): void => tell(SIGNED_IN);

/** Tells every other tab that nobody is signed in any more. */
export const tellSignedOut = (): void => tell(SIGNED_OUT);

/** Calls `onSignedOut` when another tab has signed out. Returns what stops that. */
export const watchSignOut = (onSignedOut: () => void): (() => void) => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<string>) => {
    if (data === SIGNED_OUT) onSignedOut();
  };
  return () => channel.close();
};
