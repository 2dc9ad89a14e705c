import { z } from 'zod';

const MOST = 2_000;
// No backslash, which browsers read as a slash, no control character, which they drop, and no second slash: what
// follows would be a host.
const LOCAL = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;

/** Whether a text is a path of this origin, whatever browser reads it. */
export const isLocalPath = (text: string): boolean => text.length <= MOST && LOCAL.test(text);

/**
 * Where to go on afterwards, as a parameter or a field tells it; null for nothing, and for all that is no path of this
 * origin.
 */
export const returnToSchema = z
  .string()
  .optional()
  .catch(undefined)
  .transform((text) => (text !== undefined && isLocalPath(text) ? text : null));
