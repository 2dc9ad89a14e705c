import type { DomainEvent } from '@cds/event-sourcing';
import { z } from 'zod';
import type { EventCodec } from './event-codec.js';

/** The member of an event's stored data that says in which version it was written; where there is none, it is 1. */
const VERSION = 'eventVersion';

/**
 * What a schema of stored data reads: both parts of the row, `personal` undefined where there is none or it was erased.
 */
interface StoredParts {
  readonly data: unknown;
  readonly personal: unknown;
}

interface Form {
  readonly schema: z.ZodType;
  readonly upcast: ((older: never) => unknown) | undefined;
}

/**
 * All versions in which the data of one event type was ever stored, oldest first. A version that was released never
 * changes: `next` adds one beside it, and says what it makes of the one before. Events in the log are not rewritten.
 */
export class EventForms<D> {
  private constructor(private readonly forms: readonly Form[]) {}

  /** Version 1. The schema reads `{ data, personal }` into the event's data. */
  static first<S extends z.ZodType>(schema: S): EventForms<z.output<S>> {
    return new EventForms<z.output<S>>([{ schema, upcast: undefined }]);
  }

  next<S extends z.ZodType>(schema: S, upcast: (older: D) => z.output<S>): EventForms<z.output<S>> {
    return new EventForms<z.output<S>>([...this.forms, { schema, upcast }]);
  }

  /** Stored data, marked with the version that is written now. */
  marked<T extends object>(data: T): T {
    return this.forms.length === 1 ? data : { ...data, [VERSION]: this.forms.length };
  }

  /**
   * The event's data as this release knows it. Throws an error that names every field that is not as its schema says.
   */
  read(data: unknown, personal: unknown): D {
    const version = versionOf(data);
    const form = this.forms[version - 1];
    if (!form) throw new Error(`version ${version} is not known here, where ${this.forms.length} is the newest`);
    const read = parse(form.schema, { data, personal: personal ?? undefined });
    return this.forms.slice(version).reduce((older, { upcast }) => upcast?.(older as never), read) as D;
  }
}

/** The forms of every event type of a union: a type that has none does not compile. */
export type EventFormsOf<E extends DomainEvent> = {
  readonly [T in E['type']]: EventForms<Extract<E, { type: T }>['data']>;
};

/** Reads stored events of these types, and refuses any other type. */
export const eventReader =
  <E extends DomainEvent>(forms: EventFormsOf<E>) =>
  (type: string, data: unknown, personal: unknown): E => {
    if (!isTypeOf(forms, type)) throw new Error('its type is not known here');
    return { type, data: forms[type].read(data, personal) } as E;
  };

/** The codec of events that hold nothing personal. */
export const checkedCodec = <E extends DomainEvent<string, object>>(forms: EventFormsOf<E>): EventCodec<E> => ({
  encode: (event) => ({ data: forms[event.type as E['type']].marked(event.data) }),
  decode: eventReader(forms),
});

/** The stored form of an event that is its data as it is. */
export const plainForm = <S extends z.ZodType>(schema: S): EventForms<z.output<S>> =>
  EventForms.first(z.preprocess((stored) => (stored as StoredParts).data, schema));

const isTypeOf = <F extends object>(forms: F, type: string): type is keyof F & string => Object.hasOwn(forms, type);

const versionOf = (data: unknown): number => {
  const version = (data as Readonly<Record<string, unknown>> | null)?.[VERSION] ?? 1;
  if (typeof version === 'number' && Number.isInteger(version) && version > 0) return version;
  throw new Error(`data.${VERSION} is no version`);
};

const parse = (schema: z.ZodType, stored: StoredParts): unknown => {
  const result = schema.safeParse(stored);
  if (result.success) return result.data;
  throw new Error(result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
};
