const MAX_LINES = 60;

/**
 * What Nx printed of the tasks that failed: it shows each task's output when that task ends, so that those of later
 * tasks follow it. Empty if the output names no failed task.
 */
export const failedTasks = (output: string): string => {
  const [, list = ''] = output.split('\nFailed tasks:\n');
  const failed = new Set([...list.matchAll(/^- (\S+)$/gm)].map(([, task]) => task));
  const [, ...sections] = output.split(/^ NX {3}/m).flatMap((part) => part.split(/^> nx run /m));
  return sections
    .filter((section) => failed.has(/^\S+/.exec(section)?.[0]))
    .map((section) => section.trim())
    .join('\n\n')
    .split('\n', MAX_LINES)
    .join('\n');
};
