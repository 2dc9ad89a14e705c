import { isCatchDataError } from '@catch-data/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useIdempotencyKey } from './use-idempotency-key.js';

interface Submission<Input, Answer> {
  readonly send: (input: Input, options: { readonly idempotencyKey: string }) => Promise<Answer>;
  /** The first part of the keys of queries that show what is changed: they ask again. */
  readonly shownBy?: string;
  readonly onSuccess?: (answer: Answer, input: Input) => unknown;
  readonly onError?: (error: Error) => unknown;
}

/**
 * A write that somebody asks for by a form or a button. There is one at a time: a second click before the answer is
 * ignored. A POST takes the `idempotencyKey`, which is the same for all tries of one submission, those included for
 * which the button is pressed again. So the input has all that may differ between two requests, such as an id.
 */
export const useSubmission = <Answer, Input = void>({
  send,
  shownBy,
  onSuccess,
  onError,
}: Submission<Input, Answer>) => {
  const [queries, withKey] = [useQueryClient(), useIdempotencyKey()];
  // A state would reach the button with the next render: after the second half of a double click.
  const isSending = useRef(false);
  const reload = async (): Promise<void> => {
    if (shownBy !== undefined) await queries.invalidateQueries({ queryKey: [shownBy] });
  };
  const { mutate, ...submission } = useMutation({
    mutationFn: (input: Input) => withKey(input, (idempotencyKey) => send(input, { idempotencyKey })),
    onSuccess: async (answer, input) => {
      await reload();
      await onSuccess?.(answer, input);
    },
    onError: async (error) => {
      // It was made all the same.
      if (isCatchDataError(error, 'sdk.secret_lost')) await reload();
      await onError?.(error);
    },
    onSettled: () => {
      isSending.current = false;
    },
  });
  const submit: typeof mutate = (...input) => {
    if (isSending.current) return;
    isSending.current = true;
    mutate(...input);
  };
  return { ...submission, mutate: submit };
};
