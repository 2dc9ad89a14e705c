import type { EventCodec } from '@cds/event-store';
import type { CatchDetails, CatchEvent, CatchLocation, Evidence } from '../catch.events.js';
import type { PhotoImage } from '../read/catch-photo.js';

/**
 * What a catch says of a person. Kept beside the event's data, so that erasure removes it and leaves the bare figures.
 */
const PERSONAL = ['location', 'method', 'bait', 'notes', 'externalId', 'metadata'] as const;
type PersonalField = (typeof PERSONAL)[number];
const IS_PERSONAL: ReadonlySet<string> = new Set(PERSONAL);

type Personal = Partial<Pick<CatchDetails, PersonalField>> & {
  evidence?: Evidence;
  image?: PhotoImage | null;
  reason?: string;
};
/** What stays of a place when the exact one is erased. */
type Area = Pick<CatchLocation, 'region' | 'country'> | null;
type Stored = Record<string, unknown> & { area?: Area; changes?: Record<string, unknown> & { area?: Area } };

const NO_EVIDENCE: Evidence = { photos: [], witness: null, certificateNumber: null };

/** Splits the events of a catch into what stays for ever and what goes with the angler. */
export const catchCodec = {
  // As a value, since a plan for EXISTS may read all who were erased for each catch.
  isErased: '(SELECT true FROM anglers WHERE anglers.id = events.person_id AND anglers.erased_at IS NOT NULL) IS TRUE',
  encode(event: CatchEvent) {
    switch (event.type) {
      case 'CatchLogged': {
        const { data, personal } = split(event.data);
        return { data, personal, personId: event.data.anglerId };
      }
      case 'CatchEdited': {
        const { data: changes, personal } = split(event.data.changes);
        return {
          data: { ...event.data, changes },
          ...(Object.keys(personal).length > 0 && { personal }),
          personId: event.data.anglerId,
        };
      }
      case 'VerificationRequested': {
        const { evidence, ...data } = event.data;
        return { data, personal: { evidence }, personId: event.data.anglerId };
      }
      case 'CatchPhotoAdded': {
        const { image, ...data } = event.data;
        return { data, personal: { image }, personId: event.data.anglerId };
      }
      case 'VerificationApproved':
      case 'VerificationRejected':
      case 'VerificationRevoked': {
        const { reason, ...data } = event.data;
        if (reason === null || data.anglerId === undefined) return { data: event.data };
        return { data, personal: { reason }, personId: data.anglerId };
      }
      case 'CatchDeleted':
      case 'CatchPhotoRemoved':
      case 'CatchErased':
        return { data: event.data };
    }
  },
  decode(type: string, stored: unknown, personalPart: unknown): CatchEvent {
    const personal = (personalPart ?? {}) as Personal;
    const data = stored as Stored;
    if (type === 'CatchLogged') return { type, data: { ...EMPTY, ...join(data, personal) } } as CatchEvent;
    if (type === 'CatchEdited')
      return { type, data: { ...data, changes: join(data.changes ?? {}, personal) } } as unknown as CatchEvent;
    if (type === 'VerificationRequested')
      return { type, data: { ...data, evidence: personal.evidence ?? NO_EVIDENCE } } as unknown as CatchEvent;
    if (type === 'CatchPhotoAdded')
      return { type, data: { ...data, image: personal.image ?? null } } as unknown as CatchEvent;
    if (DECISIONS.has(type)) return { type, data: { reason: null, ...data, ...personal } } as unknown as CatchEvent;
    return { type, data } as unknown as CatchEvent;
  },
} satisfies EventCodec<CatchEvent>;

const DECISIONS: ReadonlySet<string> = new Set([
  'VerificationApproved',
  'VerificationRejected',
  'VerificationRevoked',
] satisfies CatchEvent['type'][]);

const EMPTY: Record<PersonalField, null> = {
  location: null,
  method: null,
  bait: null,
  notes: null,
  externalId: null,
  metadata: null,
};

const split = (details: Partial<CatchDetails>): { data: Stored; personal: Personal } => {
  const data: Stored = {};
  const personal: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(details)) {
    if (IS_PERSONAL.has(field)) personal[field] = value;
    else data[field] = value;
  }
  if (details.location !== undefined)
    data.area = details.location && { region: details.location.region, country: details.location.country };
  return { data, personal };
};

const join = ({ area, ...data }: Stored, personal: Personal): Record<string, unknown> => ({
  ...data,
  ...(area !== undefined && { location: area && { name: null, latitude: null, longitude: null, ...area } }),
  ...personal,
});
