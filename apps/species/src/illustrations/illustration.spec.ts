import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readCatalogue } from '../catalogue/seed-catalogue/read-catalogue.js';
import { castSpecies } from './casting/cast-species.js';
import { forms } from './casting/cast.js';
import { families } from './casting/families.js';
import { species as cast } from './casting/species.js';
import { illustrationDigest, illustrationSvg } from './illustration.js';

const catalogue = readCatalogue(readFileSync(join(import.meta.dirname, '../../data/species.csv'), 'utf8'));
const bass = catalogue.find(({ commonName }) => commonName === 'Largemouth Bass');
if (!bass) throw new Error('the catalogue has no largemouth bass');

describe('the drawing of a species', () => {
  it('is made in each form and colouring, without a number that is none', () => {
    const oneOfEach = [...new Map(catalogue.map((species) => [castSpecies(species), species])).values()];
    const faulty = oneOfEach.filter((species) => /NaN|Infinity|undefined/.test(illustrationSvg(species)));
    expect(faulty).toEqual([]);
  });

  it('has a form of its own for each family of the catalogue, 25 and more in all', () => {
    expect(catalogue.filter(({ family }) => !(family in families))).toEqual([]);
    const drawn = new Set(catalogue.map((species) => castSpecies(species).form));
    expect(drawn.size).toBeGreaterThan(80);
    expect(Object.values(forms).filter((form) => !drawn.has(form))).toHaveLength(0);
  });

  it('casts no species that the catalogue does not have', () => {
    const known = new Set(catalogue.map(({ scientificName }) => scientificName));
    expect(Object.keys(cast).filter((name) => !known.has(name))).toEqual([]);
  });

  it('is the same for the same facts, and has another name for others', () => {
    expect(illustrationSvg(bass)).toBe(illustrationSvg({ ...bass }));
    expect(illustrationDigest(bass)).toBe(illustrationDigest({ ...bass }));
    expect(illustrationDigest({ ...bass, commonName: 'Bigmouth' })).not.toBe(illustrationDigest(bass));
  });

  it('is made of a name in any script, and of one with markup in it', () => {
    for (const commonName of ['ブラックバス', '<script>alert(1)</script>', '', '𠮷'])
      expect(illustrationSvg({ ...bass, commonName })).toMatch(/^<svg [^<]*>.*<\/svg>$/s);
    expect(illustrationSvg({ ...bass, commonName: '<script>' })).not.toContain('<script');
  });

  it('is made of a species of which little is known', () => {
    const unknown = {
      ...bass,
      scientificName: 'Novus piscis',
      family: 'Novidae',
      order: 'Noviformes',
      maxLengthIn: null,
    };
    for (const water of ['freshwater', 'saltwater', 'brackish'])
      expect(illustrationSvg({ ...unknown, water: water as 'freshwater' })).toContain('<svg');
  });
});
