/** What the owner of a catch reads of it, and nobody else. */
const PLACE = { name: 'Old dock', latitude: 30.267153, longitude: -97.943061, obscured: false };
const OWN = { external_id: 'trip-1289', metadata: { boat: 'Skiff 2' } };

/** The sample of an event about a catch as the owner of the catch reads it; any other sample as it is. */
export const ownersSample = (data: unknown): unknown => {
  if (!isRecord(data)) return data;
  if (isRecord(data['catch'])) return { ...data, catch: ownersSample(data['catch']) };
  return isRecord(data['location']) ? { ...data, location: { ...data['location'], ...PLACE }, ...OWN } : data;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
