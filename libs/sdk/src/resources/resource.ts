import type { Caller } from '../runtime/caller.js';

/** A part of the API, as a member of the client. */
export abstract class Resource {
  constructor(protected readonly api: Caller) {}
}
