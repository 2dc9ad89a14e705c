import { fromString, toUUID } from 'typeid-js';

/** When an id that `newId` made was made, to the millisecond. */
export const timeOfId = (id: string): Date =>
  new Date(Number.parseInt(toUUID(fromString(id)).replaceAll('-', '').slice(0, 12), 16));
