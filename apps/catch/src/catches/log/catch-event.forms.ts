import { VERIFICATION_TIERS } from '@cds/contracts';
import { EventForms, type EventFormsOf, plainForm } from '@cds/event-store';
import { z } from 'zod';
import type { CatchEvent, CatchLocation, Evidence } from '../model/catch.events.js';
import { PHOTO_EXTENSIONS, PHOTO_SIDES, type PhotoFormat, type PhotoVariant } from '../model/catch-photo.js';
import { PERSONAL_FIELDS, type PersonalField, STORED_FIGURES, STORED_PERSONAL } from '../rules/stored-fields.js';

const id = z.string();
const tier = z.enum(VERIFICATION_TIERS);

type ExactPartial<S> = { [K in keyof S]: S[K] extends z.ZodType ? z.ZodExactOptional<S[K]> : never };
const exactPartial = <S extends Readonly<Record<string, z.ZodType>>>(shape: S) =>
  z.object(
    Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, field.exactOptional()])) as ExactPartial<S>,
  );

/** What stays of a place when the exact one is erased. */
const area = z.object({ region: z.string().nullable(), country: z.string().nullable() }).nullable();

const located = (place: z.infer<typeof area> | undefined): { location?: CatchLocation | null } =>
  place === undefined ? {} : { location: place && { name: null, latitude: null, longitude: null, ...place } };

const NOTHING_SAID = Object.fromEntries(PERSONAL_FIELDS.map((field) => [field, null])) as Record<PersonalField, null>;

const logged = z
  .object({
    data: z.object({ accountId: id, ...STORED_FIGURES, area: area.exactOptional() }),
    personal: exactPartial(STORED_PERSONAL).optional(),
  })
  .transform(({ data: { area: place, ...figures }, personal }) => ({
    ...NOTHING_SAID,
    ...figures,
    ...located(place),
    ...personal,
  }));

const edited = z
  .object({
    data: z.object({
      anglerId: id,
      changes: exactPartial({ ...STORED_FIGURES, area }),
      verificationTier: z.literal('unverified').exactOptional(),
    }),
    personal: exactPartial(STORED_PERSONAL).optional(),
  })
  .transform(({ data: { changes, ...data }, personal }) => {
    const { area: place, ...figures } = changes;
    return { ...data, changes: { ...figures, ...located(place), ...personal } };
  });

const FORMATS = Object.keys(PHOTO_EXTENSIONS) as PhotoFormat[];
const VARIANTS = Object.keys(PHOTO_SIDES) as PhotoVariant[];
const image = z.object({
  digest: z.string(),
  format: z.enum(FORMATS),
  sizes: z.record(z.enum(VARIANTS), z.object({ width: z.number(), height: z.number() })),
});

const photoAdded = z
  .object({
    data: z.object({ photoId: id, anglerId: id }),
    personal: z.object({ image: image.nullable() }).optional(),
  })
  .transform(({ data, personal }) => ({ ...data, image: personal?.image ?? null }));

const evidence = z.object({
  photos: z.array(id),
  witness: z.object({ name: z.string(), email: z.string().nullable() }).nullable(),
  certificateNumber: z.string().nullable(),
});
const NO_EVIDENCE: Evidence = { photos: [], witness: null, certificateNumber: null };

const requested = z
  .object({
    data: z.object({ verificationId: id, tier, requestedBy: id, anglerId: id }),
    personal: z.object({ evidence }).optional(),
  })
  .transform(({ data, personal }) => ({ ...data, evidence: personal?.evidence ?? NO_EVIDENCE }));

/** A reason lies apart where it may speak of the angler; of before that, and of the service's own, in the data. */
const decided = <S extends Readonly<Record<string, z.ZodType>>>(shape: S) =>
  z
    .object({
      data: z.object({
        verificationId: id,
        anglerId: id.exactOptional(),
        reason: z.string().nullable().default(null),
        ...shape,
      }),
      personal: z.object({ reason: z.string() }).optional(),
    })
    .transform(({ data, personal }) => ({ ...data, ...personal }));

/** Every form in which the log holds an event of a catch. */
export const CATCH_EVENT_FORMS: EventFormsOf<CatchEvent> = {
  CatchLogged: EventForms.first(logged),
  CatchEdited: EventForms.first(edited),
  CatchDeleted: plainForm(z.object({}).transform((): Record<string, never> => ({}))),
  CatchPhotoAdded: EventForms.first(photoAdded),
  CatchPhotoRemoved: plainForm(z.object({ photoId: id })),
  VerificationRequested: EventForms.first(requested),
  VerificationApproved: EventForms.first(decided({ tier, decidedBy: id })),
  VerificationRejected: EventForms.first(decided({ decidedBy: id.nullable() })),
  VerificationRevoked: EventForms.first(decided({ verificationTier: tier, decidedBy: id })),
  CatchErased: plainForm(z.object({ erasedAnglerId: id })),
};
