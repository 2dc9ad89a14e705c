import { useRef, useState } from 'react';

/** What an upload tells while it goes on. The total is unknown to begin with. */
interface Sent {
  readonly bytes: number;
  readonly total: number | undefined;
}

export type Send<T> = (file: File, onProgress: (progress: Sent) => void, signal: AbortSignal) => Promise<T>;

export interface Upload {
  readonly isBusy: boolean;
  readonly name: string | null;
  readonly progress: { readonly sent: number; readonly total: number; readonly perSecond: number | null } | null;
  readonly error: unknown;
  readonly start: (file: File) => void;
  readonly cancel: () => void;
}

interface State {
  readonly name: string | null;
  readonly progress: Upload['progress'];
  readonly error: unknown;
}

const IDLE: State = { name: null, progress: null, error: null };

/** Sends one file at a time, and tells how far it is. `onDone` hears what the service answered. */
export const useUpload = <T>(send: Send<T>, onDone: (answer: T) => unknown): Upload => {
  const [state, setState] = useState<State>(IDLE);
  const controller = useRef<AbortController | null>(null);
  const start = async (file: File): Promise<void> => {
    const [current, began] = [new AbortController(), performance.now()];
    controller.current = current;
    setState({ name: file.name, progress: null, error: null });
    const onProgress = ({ bytes, total = file.size }: Sent): void => {
      const seconds = (performance.now() - began) / 1_000;
      const perSecond = seconds > 0 ? bytes / seconds : null;
      setState({ name: file.name, error: null, progress: { sent: bytes, total, perSecond } });
    };
    try {
      const answer = await send(file, onProgress, current.signal);
      setState(IDLE);
      await onDone(answer);
    } catch (error) {
      setState(current.signal.aborted ? IDLE : { name: null, progress: null, error });
    }
  };
  return {
    ...state,
    isBusy: state.name !== null,
    start: (file) => void start(file),
    cancel: () => controller.current?.abort(),
  };
};
