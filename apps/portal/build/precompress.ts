import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];
const TEXT = /\.(?:js|css|svg|json|html)$/;
/** Below this a compressed file saves no packet. */
const WORTHWHILE = 1_024;

/** Writes a `.br` and a `.gz` beside every text file, so that the gateway compresses nothing at run time. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle: {
    sequential: true,
    order: 'post',
    async handler({ dir = 'dist' }) {
      const names = await readdir(dir, { recursive: true });
      await Promise.all(names.filter((name) => TEXT.test(name)).map((name) => compress(join(dir, name))));
    },
  },
});

const compress = async (path: string): Promise<void> => {
  const bytes = await readFile(path);
  if (bytes.length < WORTHWHILE) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await Promise.all([
    brotli(bytes, { params }).then((small) => writeFile(`${path}.br`, small)),
    gzipped(bytes, { level: constants.Z_BEST_COMPRESSION }).then((small) => writeFile(`${path}.gz`, small)),
  ]);
};
