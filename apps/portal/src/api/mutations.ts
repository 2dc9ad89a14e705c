import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * A write that makes something. All tries of one submission share one key, whoever presses the button again after a
 * lost answer included; what was made ends the submission.
 */
export const useCreate = <Body, Made>(
  create: (body: Body, options: { readonly idempotencyKey: string }) => Promise<Made>,
  /** The first part of the keys of queries that show it. */
  shownBy: string,
) => {
  const queries = useQueryClient();
  const submission = useRef<{ readonly key: string; readonly body: string } | null>(null);
  return useMutation({
    mutationFn: (body: Body) => {
      const text = JSON.stringify(body);
      // Another body is another submission: the same key would be refused.
      if (submission.current?.body !== text) submission.current = { key: crypto.randomUUID(), body: text };
      return create(body, { idempotencyKey: submission.current.key });
    },
    onSuccess: async () => {
      submission.current = null;
      await queries.invalidateQueries({ queryKey: [shownBy] });
    },
  });
};

/** A change of something that there is, after which the queries that show it ask again. */
export const useChange = <Input, Answer>(change: (input: Input) => Promise<Answer>, shownBy: string) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: [shownBy] }),
  });
};
