/** Injection token of the origin that download addresses begin with. */
export const EXPORT_ORIGIN = Symbol('EXPORT_ORIGIN');
