import { useRef } from 'react';
import { refusalOf } from './refusal.js';

/** Gives `send` the `Idempotency-Key` of what is sent. */
type WithKey = <Answer>(input: unknown, send: (key: string) => Promise<Answer>) => Promise<Answer>;

/**
 * Whoever sends the same input again after an answer that was lost repeats the key, so that nothing is carried out
 * twice. Another input is another submission, since the API refuses it under the same key; and so is all that follows
 * an answer.
 */
export const useIdempotencyKey = (): WithKey => {
  const open = useRef<{ readonly key: string; readonly text: string } | null>(null);
  return async (input, send) => {
    const text = textOf(input);
    if (open.current?.text !== text) open.current = { key: newKey(), text };
    try {
      const answer = await send(open.current.key);
      open.current = null;
      return answer;
    } catch (error) {
      if (isAnswered(error)) open.current = null;
      throw error;
    }
  };
};

/** Whether nothing was carried out for sure. All else, such as a 503, leaves that unknown. */
const isAnswered = (error: unknown): boolean => {
  const { status = 0, code } = refusalOf(error) ?? {};
  return status >= 400 && status < 500 && code !== 'idempotency.in_progress';
};

/** The same text for the same input. Of a file its name, size and time stand for its bytes. */
const textOf = (input: unknown): string =>
  JSON.stringify([input], (_name, value: unknown) => {
    if (value instanceof FormData) return [...value];
    if (value instanceof File) return [value.name, value.size, value.lastModified];
    return value;
  });

/** `crypto.randomUUID` is missing on pages without https. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
