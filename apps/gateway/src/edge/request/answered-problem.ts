import type { Problem } from '@cds/service-kit';

/** A problem as it was answered, or the beginning of its text. */
export type AnsweredProblem = Pick<Problem, 'code' | 'detail'> | Buffer | string;

/** Code and detail of a problem; empty where the text is none, or is cut off. */
export const problemIn = (answered: AnsweredProblem | undefined): { code?: string; detail?: string } | undefined => {
  if (answered === undefined) return undefined;
  if (typeof answered === 'object' && !Buffer.isBuffer(answered)) return answered;
  try {
    return textsOf(JSON.parse(answered.toString()));
  } catch {
    return undefined;
  }
};

const textsOf = (parsed: unknown): { code?: string; detail?: string } => {
  if (typeof parsed !== 'object' || parsed === null) return {};
  return {
    ...('code' in parsed && typeof parsed.code === 'string' && { code: parsed.code }),
    ...('detail' in parsed && typeof parsed.detail === 'string' && { detail: parsed.detail }),
  };
};
