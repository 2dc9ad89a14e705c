import { checkedCodec, plainForm } from '@cds/event-store';
import { z } from 'zod';
import type { AnglerEvent } from './angler.events.js';

/** The events of anglers hold nothing personal. */
export const anglerCodec = checkedCodec<AnglerEvent>({
  AnglerRenamed: plainForm(z.object({ accountId: z.string() })),
  AnglerErased: plainForm(z.object({ accountId: z.string() })),
});
