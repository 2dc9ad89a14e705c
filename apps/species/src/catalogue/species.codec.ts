import { checkedCodec, plainForm } from '@cds/event-store';
import { z } from 'zod';
import { REGIONS, type SpeciesEvent, WATERS } from './species.events.js';

const facts = z.object({
  commonName: z.string(),
  scientificName: z.string(),
  family: z.string(),
  order: z.string(),
  water: z.enum(WATERS),
  regions: z.array(z.enum(REGIONS)),
  commonNames: z.array(z.object({ name: z.string(), language: z.string(), region: z.string().nullable() })),
  worldRecord: z
    .object({ weightLbs: z.number(), place: z.string(), date: z.string(), angler: z.string(), source: z.string() })
    .nullable(),
  maxWeightLbs: z.number().nullable(),
  maxLengthIn: z.number().nullable(),
});

const species = facts.extend({ slug: z.string() });

/** The events of species hold nothing personal: whoever holds a world record is named in public sources. */
export const speciesCodec = checkedCodec<SpeciesEvent>({
  SpeciesRegistered: plainForm(z.object({ species })),
  SpeciesRevised: plainForm(z.object({ species, previous: facts.partial() })),
});
