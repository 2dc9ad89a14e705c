const DRAWING = 'https://api.example/v1/species/spc_01h455vb4pex5vsknk084sn02q/pictures/drawn-1f0c6b0d…';

/** The picture that every species has. */
export const DRAWING_EXAMPLE = {
  id: 'pho_01h455vb4pex5vsknk084sn02q',
  kind: 'illustration',
  url: `${DRAWING}/full.webp`,
  width: 1600,
  height: 900,
  variants: {
    thumb: { url: `${DRAWING}/thumb.webp`, width: 256, height: 144 },
    small: { url: `${DRAWING}/small.webp`, width: 640, height: 360 },
    large: { url: `${DRAWING}/large.webp`, width: 1280, height: 720 },
  },
  license: 'CC0-1.0',
  attribution: null,
  source_url: null,
};

/** A species as the reference shows it. */
export const SPECIES_EXAMPLE = {
  id: 'spc_01h455vb4pex5vsknk084sn02q',
  slug: 'largemouth-bass',
  common_name: 'Largemouth Bass',
  common_names: [
    { name: 'Largemouth Bass', language: 'en', region: null },
    { name: 'Achigã', language: 'pt', region: null },
  ],
  scientific_name: 'Micropterus salmoides',
  family: 'Centrarchidae',
  order: 'Centrarchiformes',
  water: 'freshwater',
  regions: ['north_america'],
  photos: [DRAWING_EXAMPLE],
  records: {
    world: {
      weight_lbs: 22.25,
      place: 'Montgomery Lake, Georgia, USA',
      date: '1932-06-02',
      angler: 'George Perry',
      source: 'IGFA',
    },
    service: {
      catch_id: 'catch_01h455vb4pex5vsknk084sn02q',
      weight_lbs: 12.5,
      caught_at: '2026-05-01T06:00:00.000Z',
      region: 'US-TX',
      country: 'US',
      verification_tier: 'witnessed',
      angler: { id: 'ang_01h455vb4pex5vsknk084sn02q', name: 'Ada Angler' },
    },
  },
  max_weight_lbs: 22.25,
  max_length_in: 38.2,
  updated_at: '2026-01-01T00:00:00.000Z',
};
