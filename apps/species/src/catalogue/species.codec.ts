import { VERIFICATION_TIERS } from '@cds/contracts';
import { checkedCodec, plainForm } from '@cds/event-store';
import { z } from 'zod';
import { speciesPhotoForm } from './species-photo.js';
import { REGIONS, type SpeciesEvent, WATERS } from './species.events.js';

const worldRecord = z.object({
  id: z.string().optional(),
  weightLbs: z.number(),
  place: z.string(),
  date: z.string(),
  angler: z.string(),
  source: z.string(),
});

const facts = z.object({
  commonName: z.string(),
  scientificName: z.string(),
  family: z.string(),
  order: z.string(),
  water: z.enum(WATERS),
  regions: z.array(z.enum(REGIONS)),
  commonNames: z.array(z.object({ name: z.string(), language: z.string(), region: z.string().nullable() })),
  worldRecord: worldRecord.nullable(),
  maxWeightLbs: z.number().nullable(),
  reportedMaxWeightLbs: z.number().nullable(),
  maxLengthIn: z.number().nullable(),
});

const serviceRecord = z.object({
  catchId: z.string(),
  weightLbs: z.number(),
  caughtAt: z.string(),
  anglerId: z.string(),
  region: z.string().nullable(),
  country: z.string().nullable(),
  verificationTier: z.enum(VERIFICATION_TIERS),
});

/** What events of earlier releases lack is empty. */
const species = facts.extend({
  reportedMaxWeightLbs: facts.shape.reportedMaxWeightLbs.default(null),
  slug: z.string(),
  formerRecords: z.array(worldRecord).default([]),
  serviceRecord: serviceRecord.nullable().default(null),
  photos: z.array(speciesPhotoForm).default([]),
  editedFields: z.array(facts.keyof()).default([]),
});

const whole = plainForm(z.object({ species }));
const withPhoto = plainForm(z.object({ species, photo: speciesPhotoForm }));

/** The events of species hold no name of an angler of ours: whoever holds a world record is named in public sources. */
export const speciesCodec = checkedCodec<SpeciesEvent>({
  SpeciesRegistered: whole,
  SpeciesRevised: plainForm(z.object({ species, previous: facts.partial() })),
  SpeciesDeleted: plainForm(z.object({})),
  SpeciesRestored: whole,
  WorldRecordsEdited: whole,
  ServiceRecordChanged: whole,
  ServiceRecordBroken: plainForm(z.object({ species, record: serviceRecord, previous: serviceRecord.nullable() })),
  SpeciesPhotoAdded: withPhoto,
  SpeciesPhotoRemoved: withPhoto,
});
