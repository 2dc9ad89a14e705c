import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own with very little room, so that it can be full for real. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** Null where this process may not mount. */
  static mount(bytes: number): SmallDisk | null {
    const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], { stdio: 'ignore' });
      return new SmallDisk(folder);
    } catch {
      rmSync(folder, { recursive: true });
      return null;
    }
  }

  /** Takes all the room that is left. */
  async fill(): Promise<void> {
    const file = await open(this.filler, 'w');
    try {
      await untilFull(file);
    } finally {
      await file.close();
    }
  }

  /** Gives back what `fill` took. */
  async empty(): Promise<void> {
    await rm(this.filler, { force: true });
  }

  unmount(): void {
    execFileSync('umount', ['-l', this.folder]);
    rmSync(this.folder, { recursive: true });
  }

  private get filler(): string {
    return join(this.folder, 'filler');
  }
}

const untilFull = async (file: FileHandle): Promise<void> => {
  for (const piece = Buffer.alloc(4_096); ;) {
    try {
      await file.write(piece);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
      throw error;
    }
  }
};
