import type { ProblemCode } from '@cds/contracts';
import type { z } from 'zod';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface BodyDocs {
  /** The schema that validates it; none for bodies that are not JSON. */
  readonly schema?: z.ZodType;
  /** `application/json` by default. */
  readonly contentTypes?: readonly string[];
  readonly description?: string;
  readonly example?: unknown;
}

export interface AnswerDocs {
  readonly description: string;
  /** Of the JSON body, as a call without parameters gets it. */
  readonly schema?: z.ZodType;
  /**
   * Other forms of the body that a parameter asks for, such as `expand`, by the names that they have in the document.
   */
  readonly alternatives?: Readonly<Record<string, z.ZodType>>;
  /** Of a body that is not JSON. */
  readonly contentTypes?: readonly string[];
  readonly example?: unknown;
  /** Names and meanings of headers besides those of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the reference says of one route. */
export interface RouteDocs {
  readonly method: HttpMethod;
  /** As in the gateway's table: `/v1/catches/{id}`. */
  readonly path: `/v1/${string}` | `/.well-known/${string}`;
  /** A heading of the reference. */
  readonly tag: string;
  /** Names the call in generated clients: `listCatches`. It never changes. */
  readonly operationId: string;
  /** A verb and its object: "Log a catch". */
  readonly summary: string;
  readonly description?: string;
  /** The schema that validates the query. */
  readonly query?: z.ZodObject;
  /** Meanings of the path's parameters; `{id}` is explained by itself. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyDocs;
  /** By status. */
  readonly answers: Readonly<Record<number, AnswerDocs>>;
  /** By status, besides those that every route has. */
  readonly problems?: Readonly<Record<number, readonly ProblemCode[]>>;
}
