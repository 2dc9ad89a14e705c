import { createContext, use, useEffect } from 'react';
import type { Problem } from '../api/problem.js';

type Reason = NonNullable<Problem['errors']>[number];

interface FormReasons {
  /** Why the form was refused. */
  readonly problem: Problem | null;
  /** Places of the body whose reasons are shown at a field. A refusal comes long after the fields. */
  readonly pointers: Set<string>;
}

export const FormReasonsContext = createContext<FormReasons>({ problem: null, pointers: new Set() });

/** What is wrong with what a field holds, in words; who calls it shows them. */
export const useReasons = (pointer: string | undefined): string | null => {
  const { problem, pointers } = use(FormReasonsContext);
  useEffect(() => {
    if (pointer === undefined) return undefined;
    pointers.add(pointer);
    return () => void pointers.delete(pointer);
  }, [pointers, pointer]);
  if (pointer === undefined) return null;
  const reasons = problem?.errors?.filter((reason) => isAbout(reason, pointer)) ?? [];
  return reasons.length > 0 ? reasons.map(({ detail }) => unnamed(detail)).join(' ') : null;
};

/** Without the API's name of the field, as it stands at the field: “`url` must not …” is “Must not …”. */
const unnamed = (detail: string): string =>
  detail.replace(/^`[^`]+` (\w)/, (_begin, letter: string) => letter.toUpperCase());

/** What is wrong that no field shows. */
export const useOtherReasons = (errors: readonly Reason[]): readonly Reason[] => {
  const { pointers } = use(FormReasonsContext);
  return errors.filter((reason) => ![...pointers].some((pointer) => isAbout(reason, pointer)));
};

export const isAbout = ({ pointer: about }: Reason, pointer: string): boolean =>
  about !== undefined && (about === pointer || about.startsWith(`${pointer}/`));
