import { availableParallelism, totalmem } from 'node:os';
import { count, setting } from '@cds/service-kit';

const MOST_WORKERS = 4;
/** Twice what the largest photo takes by default: the rest is for the service and its uploads. */
const BYTES_PER_WORKER = 1_300_000_000;

/** For a machine, or for the limits of a container. */
export const workersFor = (cores: number, bytes: number): number =>
  Math.max(1, Math.min(MOST_WORKERS, Math.floor(cores / 2), Math.floor(bytes / BYTES_PER_WORKER)));

/** 0 where the system sets none, or more than it has. */
const memory = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity);

/** Settings of every service that makes pictures of uploads. */
export const pictureSettings = {
  maxMegapixels: setting(
    'PHOTO_MAX_MEGAPIXELS',
    count(1, 200),
    'Largest photo that is decoded, width times height in millions. One million may take 11 MB while it is decoded.',
    { default: '50' },
  ),
  workers: setting(
    'PHOTO_WORKERS',
    count(1, 64)
      .optional()
      .transform((given) => given ?? workersFor(availableParallelism(), memory())),
    'Photos that one copy decodes at once, each in a process of low priority that takes a core, and for the largest ' +
      'photo 640 MB. One account leaves one of several to others. Unset: half of the cores, at most four, and at ' +
      'most one for each 1.3 GB of memory; at least one.',
  ),
};
