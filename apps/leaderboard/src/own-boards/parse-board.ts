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

/** What a body has under `rule`; undefined where it has nothing there. */
const ruleIn = (body: unknown): unknown => {
  const given = body instanceof FaultyBody ? body.rest : body;
  if (typeof given !== 'object' || given === null || !Object.hasOwn(given, 'rule')) return undefined;
  return (given as { readonly rule: unknown }).rule ?? null;
};
