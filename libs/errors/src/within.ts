const noAnswer = (ms: number): Error => new Error(`no answer within ${ms} ms`);

/**
 * Resolves or rejects as `promise` does, but rejects with `late` when that takes longer than `ms`; the promise goes on by
 * itself.
 */
export const within = async <T>(promise: Promise<T>, ms: number, late = noAnswer): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late(ms)), ms);
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
};
