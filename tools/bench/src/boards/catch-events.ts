import type { PublicCatch } from '@cds/contracts/events';
import type { CloudEvent } from '@cds/kafka';

const DAY_MS = 86_400_000;
const idOf = (prefix: string, number: number): string => `${prefix}_1${number.toString(16).padStart(25, '0')}`;

const ACCOUNT = idOf('acc', 0);

/** A number from 0 to 1 that follows from another one. */
const chance = (number: number): number => {
  const mixed = Math.imul(number ^ 0x9e3779b9, 0x85ebca6b);
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
};

const one = <T>(things: readonly T[], share: number): T => {
  const thing = things[Math.floor(share * things.length)];
  if (thing === undefined) throw new Error('there is nothing to choose from');
  return thing;
};

/** Makes up catches of known anglers and species within the last 30 days. */
export class CatchEvents {
  constructor(
    private readonly anglerIds: readonly string[],
    private readonly speciesIds: readonly string[],
    private readonly now = Date.now(),
  ) {}

  logged(number: number): CloudEvent {
    return this.event('CatchLoggedV1', number, 1, this.catchOf(number, 1));
  }

  /** The approval of the tier `photo`, as the next version of the catch. */
  approved(number: number): CloudEvent {
    const [id, at] = [idOf('catch', number), new Date(this.now).toISOString()];
    return this.event('VerificationApprovedV1', number, 2, {
      id: idOf('ver', number),
      catch_id: id,
      tier: 'photo',
      status: 'approved',
      reason: null,
      requested_by: ACCOUNT,
      decided_by: ACCOUNT,
      created_at: at,
      decided_at: at,
      version: 2,
      catch: this.catchOf(number, 2),
      previous: { status: 'pending' },
    });
  }

  private event(type: string, number: number, version: number, data: object): CloudEvent {
    return {
      id: idOf('evt', number * 10 + version),
      type,
      source: '/catch',
      subject: idOf('catch', number),
      time: new Date(this.now),
      accountId: null,
      traceparent: null,
      data,
    };
  }

  private catchOf(number: number, version: number): PublicCatch {
    const at = new Date(this.now).toISOString();
    const share = (of: number): number => chance(number * 31 + of);
    const anglerId = one(this.anglerIds, share(1) ** 1.5);
    return {
      id: idOf('catch', number),
      species: 'Bench',
      species_id: one(this.speciesIds, share(2) ** 2),
      weight_lbs: Math.round(1 + share(3) ** 3 * 40_000) / 1_000,
      length_in: Math.round(share(4) * 50_000) / 1_000,
      depth_ft: Math.round(share(5) * 120),
      verification_tier: version === 1 ? 'unverified' : 'photo',
      caught_at: new Date(this.now - Math.floor(share(6) * 30 * DAY_MS)).toISOString(),
      created_at: at,
      updated_at: at,
      angler: { id: anglerId, name: anglerId },
      location: null,
      method: null,
      bait: null,
      water_type: null,
      released: null,
      notes: null,
      photos: [],
      version,
      external_id: null,
      metadata: null,
    };
  }
}
