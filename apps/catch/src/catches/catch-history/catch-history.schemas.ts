import { pageDepth, pageQuery } from '@cds/service-kit';
import { z } from 'zod';

export const catchHistoryQuery = z.strictObject(pageQuery).check(pageDepth);
export type CatchHistoryParameters = z.infer<typeof catchHistoryQuery>;

export const readCatchQuery = z.strictObject({ as_of: z.iso.datetime({ offset: true }).transform((at) => new Date(at)).optional() });
export type ReadCatchParameters = z.infer<typeof readCatchQuery>;
