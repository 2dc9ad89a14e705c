import type { IHeaders } from 'kafkajs';

/** One header as text; undefined when it is absent. Of a repeated header the first one counts. */
export const headerText = (headers: IHeaders | undefined, name: string): string | undefined => {
  const value = headers?.[name];
  const first = Array.isArray(value) ? value[0] : value;
  return first === undefined ? undefined : first.toString();
};
