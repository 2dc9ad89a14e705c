const failing = (): AsyncDisposable => ({ [Symbol.asyncDispose]: () => Promise.reject(new Error('the clean-up')) });

const use = async (): Promise<void> => {
  await using resource = failing();
  throw new Error(`the test, with ${typeof resource}`);
};

describe('a test whose clean-up fails, too', () => {
  it('reports both errors', async () => {
    await expect(use()).rejects.toMatchObject({
      name: 'SuppressedError',
      error: { message: 'the clean-up' },
      suppressed: { message: 'the test, with object' },
    });
  });
});
