import { publicCatch } from '../../test/webhook.builders.js';
import { anglersIn, withoutAnglers } from './without-anglers.js';

const ANN = { id: 'ang_ann', name: 'Ann' };
const BEN = { id: 'ang_ben', name: 'Ben' };
const LOCATION = { name: null, latitude: 31.2, longitude: -96.5, region: 'US-TX', country: 'US', obscured: true };
const annsCatch = publicCatch({ angler: ANN, notes: 'windy', bait: 'frog', method: 'fly', location: LOCATION });
const bare = {
  angler: { id: 'ang_ann', name: 'erased angler' },
  notes: null,
  bait: null,
  method: null,
  location: { ...LOCATION, latitude: null, longitude: null },
};
const erased = new Set([ANN.id]);

describe('an event without an erased angler', () => {
  it('keeps the figures of their catch, and nothing that they said', () => {
    expect(withoutAnglers(annsCatch, erased)).toEqual({ ...annsCatch, ...bare });
  });

  it('says nothing in the old values either, nor where the catch was theirs before or is now', () => {
    const data = { ...annsCatch, previous: { notes: 'windy', weight_lbs: 8 } };
    expect(withoutAnglers(data, erased)).toEqual({ ...annsCatch, ...bare, previous: { notes: null, weight_lbs: 8 } });
    expect(withoutAnglers({ ...annsCatch, angler: BEN, previous: { angler: ANN } }, erased)).toMatchObject({
      angler: BEN,
      notes: null,
      previous: { angler: bare.angler },
    });
  });

  it('has a verification’s catch and a board’s names cleaned, wherever they stand', () => {
    expect(withoutAnglers({ catch: annsCatch, tier: 'photo' }, erased)).toEqual({
      catch: { ...annsCatch, ...bare },
      tier: 'photo',
    });
    const board = { angler: BEN, rank: 1, displaced: [{ angler: ANN, rank: 2 }] };
    expect(withoutAnglers(board, erased)).toEqual({ ...board, displaced: [{ angler: bare.angler, rank: 2 }] });
  });

  it('keeps no word of a reviewer on their catch, but the service’s own', () => {
    const decided = { catch: annsCatch, reason: 'of Ann', decided_by: 'acc_1', previous: { status: 'pending' } };
    expect(withoutAnglers(decided, erased)).toEqual({ ...decided, catch: { ...annsCatch, ...bare }, reason: null });
    expect(withoutAnglers({ ...decided, reason: 'erased', decided_by: null }, erased)).toMatchObject({
      reason: 'erased',
    });
    expect(withoutAnglers({ ...decided, catch: { ...annsCatch, angler: BEN } }, erased)).toMatchObject({
      reason: 'of Ann',
    });
  });

  it('keeps no evidence for their catch, and that for others', () => {
    const evidence = { photos: ['pho_1'], witness: { name: 'Dora', email: null }, certificate_number: 'C-7' };
    const asked = { catch: annsCatch, tier: 'certified', evidence };
    expect(withoutAnglers(asked, erased)).toEqual({
      catch: { ...annsCatch, ...bare },
      tier: 'certified',
      evidence: { photos: [], witness: null, certificate_number: null },
    });
    const bens = { ...asked, catch: { ...annsCatch, angler: BEN } };
    expect(withoutAnglers(bens, erased)).toEqual(bens);
  });

  it('is as it was for everybody else', () => {
    const data = { ...annsCatch, angler: BEN };
    expect(withoutAnglers(data, erased)).toEqual(data);
  });
});

test('an event is about every angler that it names, once', () => {
  expect(
    anglersIn({ angler: ANN, displaced: [{ angler: BEN }, { angler: ANN }], previous: { angler: { id: 'ang_cid' } } }),
  ).toEqual(['ang_ann', 'ang_ben', 'ang_cid']);
  expect(anglersIn(null)).toEqual([]);
});
