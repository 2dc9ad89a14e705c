import type { AppError } from '@cds/errors';

/**
 * A body that cannot be taken as it was sent. Stands in the place of the body, and whoever reads that refuses it: whose
 * a thing is comes before what a request for it says.
 */
export class FaultyBody {
  /**
   * `rest` is what is left to be checked by a schema, where the error is about members alone. `wide` is a value that
   * has too many members to be checked: a schema only tells which of them it does not know.
   */
  constructor(
    readonly error: AppError,
    readonly rest?: object,
    readonly wide?: object,
  ) {}
}
