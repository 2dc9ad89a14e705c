import { checkedCodec, plainForm } from '@cds/event-store';
import { z } from 'zod';
import type { AccountEvent } from './account.events.js';

/** The stored forms of the events of accounts, none of which holds personal data. */
export const accountCodec = checkedCodec<AccountEvent>({
  AccountDeleted: plainForm(z.object({}).transform((): Record<string, never> => ({}))),
});
