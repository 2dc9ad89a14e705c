import {
  catchDeleted,
  catchEdited,
  catchErased,
  catchLogged,
  photoAdded,
  photoRemoved,
  requestClosed,
  verificationApproved,
  verificationRejected,
  verificationRequested,
  verificationRevoked,
} from '../../../test/catch.builders.js';
import { toRecordedEvent } from '@cds/event-store';
import { spoiledCopies } from '@cds/testing';
import { catchCodec } from './catch.codec.js';
import type { CatchEvent } from '../model/catch.events.js';

const PLACE = { name: 'Old dock', latitude: 31.123456, longitude: -96.654321, region: 'US-TX', country: 'US' };
const detailed = catchLogged({
  location: PLACE,
  notes: 'windy',
  bait: 'frog',
  method: 'fly',
  externalId: 'x-1',
  metadata: { boat: 'blue' },
});

const roundTrip = (event: CatchEvent, isErased = false): CatchEvent => {
  const { data, personal } = JSON.parse(JSON.stringify(catchCodec.encode(event))) as {
    data: unknown;
    personal?: unknown;
  };
  return catchCodec.decode(event.type, data, isErased ? undefined : personal);
};

const EVENTS = [
  detailed,
  catchLogged(),
  catchEdited({ location: PLACE, weightLbs: 9 }),
  catchEdited({ location: null, notes: null }),
  catchEdited({ weightLbs: 9 }, 'unverified'),
  catchDeleted(),
  photoAdded(),
  photoRemoved(),
  verificationRequested(),
  verificationApproved(),
  verificationApproved({ reason: 'clear' }),
  verificationRejected(),
  requestClosed('edited'),
  verificationRevoked(),
  verificationRevoked({ reason: null }),
  catchErased(),
] satisfies CatchEvent[];

describe('how events of a catch are kept', () => {
  it.each(EVENTS)('gives back $type as it was', (event) => {
    expect(roundTrip(event)).toEqual(event);
  });

  it('keeps what is personal apart from what stays', () => {
    const { data, personal, personId } = catchCodec.encode(detailed);
    const kept = JSON.stringify(data);
    for (const word of ['Old dock', '31.123456', 'windy', 'frog', 'fly', 'x-1', 'blue'])
      expect(kept).not.toContain(word);
    expect(personal).toMatchObject({ notes: 'windy', location: PLACE });
    expect(personId).toBe(detailed.data.anglerId);
  });

  it('leaves the figures and the region once the personal part is erased', () => {
    expect(roundTrip(detailed, true)).toEqual(
      catchLogged({ location: { name: null, latitude: null, longitude: null, region: 'US-TX', country: 'US' } }),
    );
  });

  it('forgets an erased photo', () => {
    expect(roundTrip(photoAdded(), true)).toEqual(photoAdded({ image: null }));
  });

  it.each([
    verificationApproved({ reason: 'of Ann' }),
    verificationRejected({ reason: 'of Ann' }),
    verificationRevoked({ reason: 'of Ann' }),
  ])('forgets what a reviewer said in $type', (event) => {
    expect(JSON.stringify(catchCodec.encode(event).data)).not.toContain('of Ann');
    expect(catchCodec.encode(event).personId).toBe(event.data.anglerId);
    expect(roundTrip(event, true)).toEqual({ ...event, data: { ...event.data, reason: null } });
  });

  it('keeps the service’s own reason', () => {
    expect(roundTrip(requestClosed('erased'), true)).toEqual(requestClosed('erased'));
  });

  it('reads a reason from before it was kept apart', () => {
    const data = { verificationId: 'ver_1', tier: 'photo', reason: 'clear', decidedBy: 'acc_1' };
    expect(catchCodec.decode('VerificationApproved', data, null)).toEqual({ type: 'VerificationApproved', data });
  });

  it('forgets an erased witness', () => {
    expect(roundTrip(verificationRequested(), true)).toMatchObject({
      data: { evidence: { photos: [], witness: null, certificateNumber: null } },
    });
  });
});

type Json = Record<string, unknown>;

describe('an event that is not as it was written', () => {
  const CASES = EVENTS.flatMap((event) => {
    const { data, personal } = JSON.parse(JSON.stringify(catchCodec.encode(event))) as Json;
    const stored = { data, ...(personal !== undefined && { personal }) };
    return spoiledCopies(stored).map(({ path, copy }) => ({ type: event.type, path, copy }));
  });

  it.each(CASES)('is refused: $type with another $path', ({ type, path, copy }) => {
    const row = {
      stream_id: 'catch_1',
      version: 2,
      event_id: 'evt_1',
      type,
      data: copy['data'],
      personal: copy['personal'] ?? null,
      metadata: { actor: null, request_id: null, traceparent: null },
      occurred_at: new Date(0),
    };
    expect(() => toRecordedEvent(row, catchCodec)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(
          new RegExp(`^The event evt_1 \\(${type}, version 2 of catch_1\\) cannot be read: .*${lastOf(path)}`),
        ) as string,
      }) as Error,
    );
  });
});

/** A schema of plain data reads that part alone, so its errors do not name the part. */
const lastOf = (path: string): string => (path === 'data' ? '' : (path.split('.').at(-1) ?? ''));
