import type { Progress, UploadOptions } from '@catch-data/sdk';
import { useRef, useState } from 'react';
import { useIdempotencyKey } from '../api/use-idempotency-key.js';

export type Send<T> = (file: File, options: UploadOptions) => Promise<T>;

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

/**
 * Sends one file at a time, and tells how far it is; the same file again has the same `idempotencyKey` until there is
 * an answer. `onDone` hears what the service answered.
 */
export const useUpload = <T>(send: Send<T>, onDone: (answer: T) => unknown): Upload => {
  const [state, setState] = useState<State>(IDLE);
  const controller = useRef<AbortController | null>(null);
  const withKey = useIdempotencyKey();
  const start = async (file: File): Promise<void> => {
    if (controller.current) return;
    const [current, began] = [new AbortController(), performance.now()];
    controller.current = current;
    setState({ name: file.name, progress: null, error: null });
    const onProgress = ({ bytes, total = file.size }: Progress): void => {
      const seconds = (performance.now() - began) / 1_000;
      const perSecond = seconds > 0 ? bytes / seconds : null;
      setState({ name: file.name, error: null, progress: { sent: bytes, total, perSecond } });
    };
    try {
      const answer = await withKey(file, (idempotencyKey) =>
        send(file, { onProgress, signal: current.signal, idempotencyKey }),
      );
      setState(IDLE);
      await onDone(answer);
    } catch (error) {
      setState(current.signal.aborted ? IDLE : { name: null, progress: null, error });
    } finally {
      controller.current = null;
    }
  };
  return {
    ...state,
    isBusy: state.name !== null,
    start: (file) => void start(file),
    cancel: () => controller.current?.abort(),
  };
};
