import {
  catchDeleted, catchEdited, catchErased, catchLogged, photoAdded, photoRemoved, verificationApproved, verificationRejected, verificationRequested,
} from '../../test/catch.builders.js';
import { catchCodec } from './catch.codec.js';
import type { CatchEvent } from './catch.events.js';

const PLACE = { name: 'Old dock', latitude: 31.123456, longitude: -96.654321, region: 'US-TX', country: 'US' };
const told = catchLogged({ location: PLACE, notes: 'windy', bait: 'frog', method: 'fly', externalId: 'x-1', metadata: { boat: 'blue' } });

const roundTrip = (event: CatchEvent, isErased = false): CatchEvent => {
  const { data, personal } = JSON.parse(JSON.stringify(catchCodec.encode(event))) as { data: unknown; personal?: unknown };
  return catchCodec.decode(event.type, data, isErased ? undefined : personal);
};

describe('how events of a catch are kept', () => {
  it.each([
    told, catchLogged(), catchEdited({ location: PLACE, weightLbs: 9 }), catchEdited({ location: null, notes: null }), catchEdited({ weightLbs: 9 }, 'unverified'),
    catchDeleted(), photoAdded(), photoRemoved(), verificationRequested(), verificationApproved(), verificationRejected(), catchErased(),
  ] satisfies CatchEvent[])('gives back $type as it was', (event) => {
    expect(roundTrip(event)).toEqual(event);
  });

  it('keeps what is personal apart from what stays', () => {
    const { data, personal, personId } = catchCodec.encode(told);
    const kept = JSON.stringify(data);
    for (const word of ['Old dock', '31.123456', 'windy', 'frog', 'fly', 'x-1', 'blue']) expect(kept).not.toContain(word);
    expect(personal).toMatchObject({ notes: 'windy', location: PLACE });
    expect(personId).toBe(told.data.anglerId);
  });

  it('leaves the figures and the region once the personal part is erased', () => {
    expect(roundTrip(told, true)).toEqual(catchLogged({ location: { name: null, latitude: null, longitude: null, region: 'US-TX', country: 'US' } }));
  });

  it('forgets an erased photo', () => {
    expect(roundTrip(photoAdded(), true)).toEqual(photoAdded({ image: null }));
  });

  it('forgets an erased witness', () => {
    expect(roundTrip(verificationRequested(), true)).toMatchObject({ data: { evidence: { photos: [], witness: null, certificateNumber: null } } });
  });
});
