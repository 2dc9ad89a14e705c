import { useRef, useState } from 'react';

/** What an upload tells while it goes on, in bytes. */
export interface Sent {
  readonly sent: number;
  readonly total: number;
}

export type Send<T> = (file: File, onProgress: (progress: Sent) => void, signal: AbortSignal) => Promise<T>;

export interface Upload {
  readonly isBusy: boolean;
  readonly name: string | null;
  readonly progress: (Sent & { readonly perSecond: number | null }) | null;
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
    const onProgress = ({ sent, total }: Sent): void => {
      const seconds = (performance.now() - began) / 1_000;
      setState({ name: file.name, error: null, progress: { sent, total, perSecond: seconds > 0 ? sent / seconds : null } });
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
