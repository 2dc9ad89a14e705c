import type { Method } from './route.js';

const METHODS: readonly (Method | 'HEAD')[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Value of the `Allow` header of a path that takes these methods; it always answers `OPTIONS`. */
export const allowOf = (methods: { has(method: string): boolean }): string =>
  [...METHODS.filter((method) => methods.has(method)), 'OPTIONS'].join(', ');
