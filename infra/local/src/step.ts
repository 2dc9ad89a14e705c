import { errorText } from './error-text.js';
import type { Progress } from './progress.js';
import { UserError } from './user-error.js';

/** A step that failed, with what to do about it. */
export class StepError extends Error {
  constructor(
    readonly step: string,
    readonly advice: string,
    cause: unknown,
  ) {
    super(errorText(cause), { cause });
  }
}

const FULL = /ENOSPC|No space left on device/;
const FORBIDDEN = /EACCES|EPERM|EROFS|Permission denied|Read-only file system/;

const adviceFor = (error: unknown, usual: string): string => {
  if (error instanceof UserError) return error.advice;
  const text = errorText(error);
  if (FULL.test(text))
    return 'The disk is full: free some space, or use a folder elsewhere: CDS_DATA_DIR=/path npm start';
  if (FORBIDDEN.test(text))
    return (
      'Something there belongs to another user: give it to this one, or use another folder: ' +
      'CDS_DATA_DIR=/path npm start'
    );
  return usual;
};

/** Runs one step with its line of progress; its failure says which step it was and what to do. */
export const runStep = async <T>(
  progress: Progress,
  step: { name: string; advice: string; work: () => Promise<T>; describe: (value: T) => string },
): Promise<T> => {
  try {
    return await progress.step(step.name, step.work, step.describe);
  } catch (error) {
    if (error instanceof StepError) throw error;
    throw new StepError(step.name, adviceFor(error, step.advice), error);
  }
};
