import { type EncodedEvent, type EventCodec, eventReader } from '@cds/event-store';
import type { CatchDetails, CatchEvent, CatchLocation } from '../model/catch.events.js';
import { PERSONAL_FIELDS, type PersonalField } from '../rules/stored-fields.js';
import { CATCH_EVENT_FORMS } from './catch-event.forms.js';

const IS_PERSONAL: ReadonlySet<string> = new Set(PERSONAL_FIELDS);

type Personal = Partial<Pick<CatchDetails, PersonalField>>;
/** What stays of a place when the exact one is erased. */
type Area = Pick<CatchLocation, 'region' | 'country'> | null;
type Stored = Record<string, unknown> & { area?: Area };

/** Splits the events of a catch into what stays for ever and what goes with the angler. */
export const catchCodec = {
  // As a value, since a plan for EXISTS may read all who were erased for each catch.
  isErased: '(SELECT true FROM anglers WHERE anglers.id = events.person_id AND anglers.erased_at IS NOT NULL) IS TRUE',
  encode(event: CatchEvent): EncodedEvent {
    const { data, ...rest } = partsOf(event);
    return { data: CATCH_EVENT_FORMS[event.type].marked(data), ...rest };
  },
  decode: eventReader(CATCH_EVENT_FORMS),
} satisfies EventCodec<CatchEvent>;

type Parts = EncodedEvent & { readonly data: object };

const partsOf = (event: CatchEvent): Parts => {
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
