/** The names that a read may choose fields by. */
export type FieldOf<P> = P extends { fields?: infer Fields }
  ? Extract<Exclude<Fields, readonly unknown[]>, string>
  : never;

/** The parameters of a read, with the fields as they were chosen. */
export type Choosing<P, F> = Omit<P, 'fields'> & {
  /** Only these fields: the answer has no others. */
  readonly fields?: F | readonly F[] | undefined;
};

/** What a read answers: all of a thing, or the fields that were chosen. */
export type Chosen<Item, F> = [F] extends [never] ? Item : Item extends unknown ? Pick<Item, F & keyof Item> : never;
