import { openAsBlob } from 'node:fs';
import type { CatchData } from '@catch-data/sdk';

export const listSpecies = async (cds: CatchData): Promise<void> => {
  const { data } = await cds.species.list({ q: 'larg mouth bas', per_page: 5 });
  for (const { slug, scientific_name } of data) console.log(slug, scientific_name);
};

export const createSpecies = async (cds: CatchData): Promise<void> => {
  const species = await cds.species.create({
    common_name: 'Guadalupe bass',
    scientific_name: 'Micropterus treculii',
    family: 'Centrarchidae',
    order: 'Centrarchiformes',
    water: 'freshwater',
  });
  console.log(species.id);
};

export const getSpecies = async (cds: CatchData): Promise<void> => {
  const { records } = await cds.species.get('largemouth-bass');
  console.log(records.world?.weight_lbs, records.service?.weight_lbs);
};

export const updateSpecies = async (cds: CatchData): Promise<void> => {
  await cds.species.update('spc_123', { max_weight_lbs: 22.3 });
};

export const deleteSpecies = async (cds: CatchData): Promise<void> => {
  await cds.species.delete('spc_123');
};

export const listSpeciesHistory = async (cds: CatchData): Promise<void> => {
  for await (const { at, action } of cds.species.history('spc_123')) console.log(at, action);
};

export const listSpeciesRecords = async (cds: CatchData): Promise<void> => {
  for await (const { kind, weight_lbs } of cds.species.records('largemouth-bass')) console.log(kind, weight_lbs);
};

export const createSpeciesRecord = async (cds: CatchData): Promise<void> => {
  await cds.species.createRecord('spc_123', {
    weight_lbs: 22.25,
    place: 'Montgomery Lake, Georgia, USA',
    date: '1932-06-02',
    angler: 'George Perry',
    source: 'https://example.com/records/largemouth-bass',
  });
};

export const getSpeciesRecord = async (cds: CatchData): Promise<void> => {
  const { weight_lbs, place, date } = await cds.species.getRecord('largemouth-bass', 'rcd_123');
  console.log(weight_lbs, place, date);
};

export const replaceSpeciesRecord = async (cds: CatchData): Promise<void> => {
  await cds.species.replaceRecord('spc_123', 'rcd_123', {
    weight_lbs: 22.31,
    place: 'Lake Biwa, Japan',
    date: '2009-07-02',
    angler: 'Manabu Kurita',
    source: 'https://example.com/records/largemouth-bass',
  });
};

export const deleteSpeciesRecord = async (cds: CatchData): Promise<void> => {
  await cds.species.deleteRecord('spc_123', 'rcd_123');
};

export const listSpeciesPhotos = async (cds: CatchData): Promise<void> => {
  for await (const { url, license } of cds.species.photos('largemouth-bass')) console.log(url, license);
};

export const promoteCatchPhoto = async (cds: CatchData): Promise<void> => {
  const photo = await cds.species.promotePhoto('spc_123', { catch_id: 'catch_123', photo_id: 'pho_123' });
  console.log(photo.attribution);
};

export const withdrawCatchPhoto = async (cds: CatchData): Promise<void> => {
  await cds.species.withdrawPhoto('spc_123', 'pho_123');
};

export const uploadSpeciesPhoto = async (cds: CatchData): Promise<void> => {
  const photo = await cds.species.uploadPhoto('spc_123', await openAsBlob('bass.jpg'), {
    license: 'CC-BY-4.0',
    attribution: 'Ann Angler',
  });
  console.log(photo.id);
};

export const getSpeciesPhoto = async (cds: CatchData): Promise<void> => {
  const { variants } = await cds.species.getPhoto('spc_123', 'pho_123');
  console.log(variants.small.url);
};

export const deleteSpeciesPhoto = async (cds: CatchData): Promise<void> => {
  await cds.species.deletePhoto('spc_123', 'pho_123');
};

export const downloadSpeciesPicture = async (cds: CatchData): Promise<void> => {
  const { variants } = await cds.species.getPhoto('spc_123', 'pho_123');
  const picture = await (await fetch(variants.large.url)).blob();
  console.log(picture.type, picture.size);
};
