import { Ajv, type ValidateFunction } from 'ajv';

export interface SentMessage {
  readonly headers: unknown;
  /** Parsed; null for a message without a value. */
  readonly payload: unknown;
}

/**
 * For tests: tells what a message has against its description in an AsyncAPI document; null when nothing. Throws for a
 * name that the document does not know.
 */
export const messageChecker = (document: object): ((name: string, message: SentMessage) => string | null) => {
  // The formats that count are patterns too.
  const ajv = new Ajv({ strict: false, validateFormats: false, validateSchema: false, allErrors: true }).addSchema(
    document,
    'document',
  );
  const check = (fits: ValidateFunction, part: string, value: unknown): string | null =>
    fits(value) ? null : ajv.errorsText(fits.errors, { dataVar: part });
  const validators = new Map<string, { headers: ValidateFunction; payload: ValidateFunction }>();
  const validatorsOf = (name: string) => {
    const part = (of: string): ValidateFunction => ajv.compile({ $ref: `document#/components/messages/${name}/${of}` });
    const found = validators.get(name) ?? { headers: part('headers'), payload: part('payload') };
    validators.set(name, found);
    return found;
  };
  return (name, { headers, payload }) =>
    check(validatorsOf(name).headers, 'headers', headers) ?? check(validatorsOf(name).payload, 'payload', payload);
};
