import { idSchema } from '@cds/contracts';

const anglerId = idSchema('angler');

/** Some texts that are no id PostgreSQL would not even compare. */
export const isAnglerId = (text: string): boolean => anglerId.safeParse(text).success;
