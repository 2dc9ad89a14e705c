import { metricFieldsOf, metricTwins, pickFields, queryFields, queryUnits } from '@cds/listing';
import type { z } from 'zod';
import { recordSchema, type RecordView } from './record-view.js';

/** How records are answered, one or many. */
export const presentation = { fields: queryFields(recordSchema).optional(), units: queryUnits };

interface Presentation {
  readonly fields?: ReadonlySet<string> | undefined;
  readonly units: z.infer<typeof queryUnits>;
}

const METRIC_FIELDS = metricFieldsOf(['weight_lbs']);

/** A record as it was asked for: some of its fields, with the metric twin where it is asked for. */
export const presentRecord = (view: RecordView, { fields, units }: Presentation): Partial<RecordView> => {
  const isMetric = units === 'metric' || METRIC_FIELDS.some((field) => fields?.has(field));
  return pickFields(isMetric ? withMetric(view) : view, fields);
};

const withMetric = (view: RecordView): RecordView => ({ ...view, ...metricTwins(view) }) as RecordView;
