/**
 * Repeats a statement that changes at most `batch` rows until it finds fewer, or `signal` is aborted; answers how many
 * rows that were. So a great many rows go without one long transaction.
 */
export const inBatches = async (
  batch: number,
  statement: () => Promise<{ readonly rowCount: number | null }>,
  signal?: AbortSignal,
): Promise<number> => {
  for (let changed = 0; ;) {
    const { rowCount } = await statement();
    changed += rowCount ?? 0;
    if ((rowCount ?? 0) < batch || signal?.aborted) return changed;
  }
};
