import { FaultyBody, parseBody, type ParsedBody } from '@cds/validation';
import type { z } from 'zod';
import type { BoardBodies } from '../boards/board-rule.schemas.js';

/** A board as a body describes it, whichever of the two forms the body has. */
export interface ParsedBoard<T> {
  readonly parsed: ParsedBody<T>;
  /** The JSON pointer of what has the rule's fields. */
  readonly ruleAt: '' | '/rule';
}

/** Reads the body of a request that describes a board, without throwing. */
export const parseBoard = <F extends z.ZodType>(forms: BoardBodies<F>, body: unknown): ParsedBoard<z.infer<F>> => {
  const rule = ruleIn(body);
  if (rule === undefined) return { parsed: parseBody(forms.fields, body), ruleAt: '' };
  const { partial } = parseBody(forms.fields, rule);
  const { value, violations } = parseBody(forms.nested, body);
  if (violations) return { parsed: { partial, violations }, ruleAt: '/rule' };
  const { rule: fields, ...rest } = value as { readonly rule: object };
  return { parsed: { partial, value: { ...rest, ...fields } as z.infer<F> }, ruleAt: '/rule' };
};

/** What the body of such a request has in the place of its species' id. */
export const speciesNamedIn = (body: unknown): unknown => memberOf(ruleIn(body) ?? given(body), 'species_id');

/** What a body has under `rule`; undefined where it has nothing there. */
const ruleIn = (body: unknown): unknown => memberOf(given(body), 'rule');

const given = (body: unknown): unknown => (body instanceof FaultyBody ? body.rest : body);

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
