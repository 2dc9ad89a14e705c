import { pageDepth, pageQuery } from '@cds/service-kit';
import { z } from 'zod';

export const catchHistoryQuery = z.strictObject(pageQuery).check(pageDepth);
export type CatchHistoryParameters = z.infer<typeof catchHistoryQuery>;
