import { describe, expect, it } from '@jest/globals';
import { isSpeciesAddress } from '../species-tag.js';
import { slugOf } from './slug.js';

const named = (commonName: string, scientificName = 'Micropterus salmoides') => ({ commonName, scientificName });

describe('the slug of a species', () => {
  it.each([
    ['Largemouth Bass', 'largemouth-bass'],
    ["Vazzoler's Peacock Bass", 'vazzolers-peacock-bass'],
    ['  Pez -- Señorita ', 'pez-senorita'],
  ])('of %s is %s', (commonName, slug) => {
    expect(slugOf(named(commonName), new Set())).toBe(slug);
  });

  it('of a name without Latin letters is the scientific name', () => {
    expect(slugOf(named('ブラックバス'), new Set())).toBe('micropterus-salmoides');
  });

  it('has a number after names that are taken', () => {
    const taken = new Set(['largemouth-bass', 'largemouth-bass-micropterus-salmoides']);
    expect(slugOf(named('Largemouth Bass'), taken)).toBe('largemouth-bass-micropterus-salmoides-2');
  });

  it('has the scientific name after a common name that is taken', () => {
    expect(slugOf(named('Largemouth Bass'), new Set(['largemouth-bass']))).toBe(
      'largemouth-bass-micropterus-salmoides',
    );
  });

  it('is no longer than an address may be, whatever letters stand for several', () => {
    const long = named('ﬃ'.repeat(200), 'ﬃ'.repeat(200));
    const first = slugOf(long, new Set());
    const third = slugOf(long, new Set([first, slugOf(long, new Set([first]))]));
    expect([first, third].every(isSpeciesAddress)).toBe(true);
    expect(third).not.toBe(first);
  });
});
