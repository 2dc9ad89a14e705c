import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { CatchData } from '@catch-data/sdk';

export const listCatches = async (cds: CatchData): Promise<void> => {
  const heavy = cds.catches.list({ species: ['bluegill', 'walleye'], min_weight_lbs: 3, sort: ['-weight_lbs'] });
  console.log(`${(await heavy).total} in all`);
  for await (const { id, species, weight_lbs } of heavy) console.log(id, species, weight_lbs);
};

export const createCatch = async (cds: CatchData): Promise<void> => {
  const caught = await cds.catches.create({
    species: 'largemouth bass',
    weight_lbs: 8.4,
    depth_ft: 12,
    location: { name: 'North arm', latitude: 31.123456, longitude: -97.654321, region: 'US-TX' },
    released: true,
  });
  console.log(caught.id, caught.verification_tier);
};

export const getCatch = async (cds: CatchData): Promise<void> => {
  const caught = await cds.catches.get('catch_123', { units: 'metric' });
  console.log(caught.species, caught.weight_kg);
};

export const replaceCatch = async (cds: CatchData): Promise<void> => {
  const caught = await cds.catches.get('catch_123');
  // Fails with 412 when somebody else was faster.
  await cds.catches.replace(caught, { species: 'walleye', weight_lbs: 7.25, bait: 'minnow' });
};

export const updateCatch = async (cds: CatchData): Promise<void> => {
  const caught = await cds.catches.get('catch_123');
  // Fails with 412 when somebody else was faster.
  await cds.catches.update(caught, { bait: 'worm', notes: null });
};

export const deleteCatch = async (cds: CatchData): Promise<void> => {
  await cds.catches.delete('catch_123');
};

export const listCatchHistory = async (cds: CatchData): Promise<void> => {
  for await (const { at, action, changes } of cds.catches.history('catch_123')) {
    console.log(at, action, changes.map(({ field }) => field).join());
  }
};

export const requestVerification = async (cds: CatchData): Promise<void> => {
  const verification = await cds.catches.requestVerification('catch_123', {
    tier: 'witnessed',
    evidence: { witness: { name: 'Ann Witness', email: 'ann@example.com' } },
  });
  console.log(verification.status);
};

export const uploadCatchPhoto = async (cds: CatchData): Promise<void> => {
  const file = await openAsBlob('bass.jpg');
  const photo = await cds.catches.uploadPhoto('catch_123', file, {
    onProgress: ({ bytes }) => console.log(`${bytes} bytes sent`),
  });
  console.log(photo.variants.large.url);
};

export const getCatchPhoto = async (cds: CatchData): Promise<void> => {
  const { variants } = await cds.catches.getPhoto('catch_123', 'pho_123');
  console.log(variants.thumb.url);
};

export const deleteCatchPhoto = async (cds: CatchData): Promise<void> => {
  await cds.catches.deletePhoto('catch_123', 'pho_123');
};

export const downloadPhoto = async (cds: CatchData): Promise<void> => {
  const { variants } = await cds.catches.getPhoto('catch_123', 'pho_123');
  const picture = await (await fetch(variants.large.url)).blob();
  console.log(picture.type, picture.size);
};

export const importCatches = async (cds: CatchData): Promise<void> => {
  const job = await cds.catches.import(await openAsBlob('catches.csv'), { format: 'text/csv' });
  const { accepted, rejected } = await cds.imports.wait(job, {
    onProgress: ({ progress }) => console.log(`${Math.round(progress * 100)} %`),
  });
  console.log(accepted, rejected);
};

export const listImports = async (cds: CatchData): Promise<void> => {
  for await (const { id, status, accepted } of cds.imports.list()) console.log(id, status, accepted);
};

export const getImport = async (cds: CatchData): Promise<void> => {
  const { status, progress } = await cds.imports.get('imp_123');
  console.log(status, progress);
};

export const listRejectedRows = async (cds: CatchData): Promise<void> => {
  for await (const { line, errors } of cds.imports.rejected('imp_123')) {
    console.log(line, errors.map(({ detail }) => detail).join(' '));
  }
};

export const exportCatches = async (cds: CatchData): Promise<void> => {
  const job = await cds.catches.export({ format: 'csv', filter: { species: ['walleye'], min_weight_lbs: 3 } });
  const file = await cds.exports.download(await cds.exports.wait(job));
  console.log(await file.text());
};

export const listExports = async (cds: CatchData): Promise<void> => {
  for await (const { id, status, download_url } of cds.exports.list()) console.log(id, status, download_url);
};

export const getExport = async (cds: CatchData): Promise<void> => {
  const { status, rows } = await cds.exports.get('exp_123');
  console.log(status, rows);
};

export const downloadExport = async (cds: CatchData): Promise<void> => {
  const file = await cds.exports.download('exp_123', {
    onProgress: ({ bytes, total }) => console.log(`${bytes} of ${total}`),
  });
  await writeFile('walleye.csv', file);
};
