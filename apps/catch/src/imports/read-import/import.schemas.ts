import { pageDepth, pageQuery } from '@cds/service-kit';
import { z } from 'zod';

export const listRejectedQuery = z.strictObject(pageQuery).check(pageDepth);
export type ListRejectedQuery = z.infer<typeof listRejectedQuery>;
