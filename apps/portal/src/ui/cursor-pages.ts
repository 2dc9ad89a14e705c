import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';

interface CursorPages {
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
}

/**
 * Moves through a list whose page is named by a parameter of the address, `cursor` by default. The API leads forward
 * alone, so going back is the browser's own; who came here by a link gets the first page.
 */
export const useCursorPages = (
  cursor: string | undefined,
  next: string | null | undefined,
  parameter = 'cursor',
): CursorPages => {
  const [navigate, router, canGoBack] = [useNavigate(), useRouter(), useCanGoBack()];
  const go = (to: string | undefined): void =>
    void navigate({ to: '.', search: (old) => ({ ...old, [parameter]: to }) });
  return {
    hasPrevious: cursor !== undefined,
    hasNext: typeof next === 'string',
    onPrevious: () => (canGoBack ? router.history.back() : go(undefined)),
    onNext: () => go(next ?? undefined),
  };
};

/** Keeps the texts among these parameters of an address, and drops the rest. */
export const searchOf =
  <const Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): { [Parameter in Name]?: string } =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = search[name];
        return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
      }),
    ) as { [Parameter in Name]?: string };
