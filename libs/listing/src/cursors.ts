import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { SortValue } from '@cds/postgres';
import { throwIfAny } from '@cds/validation';

/** Where a page ended: the sort values of its last row, its id last, and the total of the list's first page. */
export interface CursorPlace {
  readonly after: readonly SortValue[];
  readonly total?: number | undefined;
}

const SIGNATURE_BYTES = 16;

/**
 * Opaque cursors, signed, so that nobody makes up a place or carries one into another list. They do not expire. The key
 * is derived from the secrets of the services' identity: the first signs, all are accepted.
 */
export class Cursors {
  private readonly keys: readonly KeyObject[];

  constructor(secrets: readonly string[]) {
    this.keys = secrets.map((secret) =>
      createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'cds list cursors', 32))),
    );
  }

  /** `scope` is all that the place depends on: the list, whose it is, its filters and its order (`listScope`). */
  issue([scope]: ListScope, { after, total }: CursorPlace): string {
    const [key] = this.keys;
    if (!key) throw new Error('cursors need a secret');
    const place = Buffer.from(JSON.stringify(total === undefined ? [after] : [after, total]));
    return Buffer.concat([signatureOf(key, scope, place), place]).toString('base64url');
  }

  /** Throws the 400 that names `cursor` for one that was tampered with, or is of another scope. */
  read(scopes: ListScope, cursor: string): CursorPlace {
    const bytes = Buffer.from(cursor, 'base64url');
    const [signature, place] = [bytes.subarray(0, SIGNATURE_BYTES), bytes.subarray(SIGNATURE_BYTES)];
    // Decoding passes over what is no base64url: only the text that was issued is a cursor.
    const isWhole = bytes.toString('base64url') === cursor && signature.length === SIGNATURE_BYTES;
    const isOf = (scope: string) => this.keys.some((key) => timingSafeEqual(signature, signatureOf(key, scope, place)));
    const isOurs = isWhole && scopes.some(isOf);
    if (!isOurs) throwIfAny({ invalid: [FOREIGN] });
    const [after, total] = JSON.parse(place.toString()) as [SortValue[], number?];
    return { after, total };
  }
}

const FOREIGN = {
  parameter: 'cursor',
  code: 'format',
  detail: 'is not a cursor of this list with these filters and this sort; begin again without it',
};

const signatureOf = (key: KeyObject, scope: string, place: Buffer): Buffer =>
  createHmac('sha256', key).update(scope).update('\0').update(place).digest().subarray(0, SIGNATURE_BYTES);

/** May differ from page to page. */
const FREE: ReadonlySet<string> = new Set(['page', 'per_page', 'cursor', 'total', 'fields', 'units', 'expand']);

/** What a cursor belongs to: the first text signs, all are accepted. */
export type ListScope = readonly [string, ...string[]];

/**
 * The scope of one list of one account with the same filters and sort, in whatever order filters and their repeated
 * values were written. `accountId` is null where everybody sees the same list. A cursor that was issued when the order
 * of repeated values still counted is accepted with that order.
 */
export const listScope = (list: string, accountId: string | null, query: object): ListScope => {
  const bound = Object.entries(query)
    .filter(([name, value]) => value !== undefined && !FREE.has(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const scopeOf = (filters: readonly (readonly [string, unknown])[]) => JSON.stringify([list, accountId, ...filters]);
  return [scopeOf(bound.map(([name, value]) => [name, canonical(value)])), scopeOf(bound)];
};

/** Repeated values are alternatives, of which neither order nor number matters; sort keys are objects, and stay. */
const canonical = (value: unknown): unknown =>
  Array.isArray(value) && value.every((one) => typeof one !== 'object') ? [...new Set(value)].toSorted() : value;
