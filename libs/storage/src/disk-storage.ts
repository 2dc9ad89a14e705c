import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { type ByteRange, ObjectStorage, type StoredObject } from './object-storage.js';
import { checkedKey } from './storage-key.js';
import { storageUnavailable } from './storage.errors.js';

/** Files that are being written: beside the objects, so that the rename at the end stays on one file system. */
const PARTIAL = '.partial';
/** An upload takes an hour at most, and whoever writes moves the file's time. */
const ABANDONED_AFTER_MS = 2 * 3_600_000;

/** Objects as files under a folder, which several copies may share. */
export class DiskStorage extends ObjectStorage {
  constructor(private readonly root: string) {
    super();
  }

  async write(key: string, content: Readable | Buffer): Promise<number> {
    const path = this.pathOf(key);
    const partial = join(this.root, PARTIAL, randomUUID());
    try {
      await Promise.all([mkdir(dirname(partial), { recursive: true }), mkdir(dirname(path), { recursive: true })]);
      const size = await writeDurably(partial, content);
      await rename(partial, path);
      await syncFolder(dirname(path));
      return size;
    } catch (error) {
      await rm(partial, { force: true }).catch(() => undefined);
      throw asFailure(error);
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable | null> {
    return orNull(async () => {
      const file = await open(this.pathOf(key), 'r');
      return file.createReadStream(range);
    });
  }

  async find(key: string): Promise<StoredObject | null> {
    return orNull(async () => {
      const { size, mtime } = await stat(this.pathOf(key));
      return { key, sizeBytes: size, modifiedAt: mtime };
    });
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys)
      await rm(this.pathOf(key), { force: true }).catch((error: unknown) => Promise.reject(asFailure(error)));
  }

  async *list(folder: string): AsyncIterable<StoredObject> {
    const directory = await orNull(() => opendir(this.pathOf(folder), { recursive: true }));
    if (directory === null) return;
    for await (const entry of directory) {
      if (!entry.isFile()) continue;
      const key = relative(this.root, join(entry.parentPath, entry.name)).split(sep).join('/');
      const found = await this.find(key);
      if (found) yield found;
    }
  }

  async sweep(now: Date): Promise<void> {
    const directory = await orNull(() => opendir(join(this.root, PARTIAL)));
    if (directory === null) return;
    for await (const { name } of directory) {
      const path = join(this.root, PARTIAL, name);
      const found = await orNull(() => stat(path));
      if (found && found.mtimeMs < now.getTime() - ABANDONED_AFTER_MS) await rm(path, { force: true });
    }
  }

  private pathOf(key: string): string {
    return join(this.root, checkedKey(key));
  }
}

/** On the disk, not only in its cache, when it resolves: a database row that names the file must not outlive it. */
const writeDurably = async (path: string, content: Readable | Buffer): Promise<number> => {
  const file = await open(path, 'wx');
  try {
    await writeFile(file, content);
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
};

/** The rename itself is safe on the disk only then. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code);

const FAILURES: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOTDIR',
  'ESTALE',
  'EFBIG',
]);

const asFailure = (error: unknown): unknown => (FAILURES.has(codeOf(error)) ? storageUnavailable(error) : error);

const orNull = async <T>(look: () => Promise<T>): Promise<T | null> => {
  try {
    return await look();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw asFailure(error);
  }
};
