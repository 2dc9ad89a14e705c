import { allowOf } from './allow.js';

interface OwnPath {
  readonly segments: readonly string[];
  readonly methods: Set<string>;
}

/** The paths besides the API that the gateway's own server answers, in Fastify's notation: `/oauth/device/:uid`. */
export class OwnPaths {
  private readonly paths = new Map<string, OwnPath>();

  add(pattern: string, methods: readonly string[]): void {
    const path = this.paths.get(pattern) ?? { segments: pattern.split('/'), methods: new Set() };
    for (const method of methods) path.methods.add(method);
    this.paths.set(pattern, path);
  }

  /** Value of the `Allow` header of a path; undefined for one that nothing answers. */
  allowAt(path: string): string | undefined {
    const asked = path.split('/');
    const found = [...this.paths.values()].filter(({ segments }) => fits(asked, segments));
    return found.length === 0 ? undefined : allowOf(new Set(found.flatMap(({ methods }) => [...methods])));
  }
}

/** `:name` stands for one segment, and `*` at the end for all that follows. */
const fits = (asked: readonly string[], pattern: readonly string[]): boolean =>
  (asked.length === pattern.length || pattern.at(-1) === '*') &&
  pattern.every((segment, at) => {
    const given = asked[at];
    if (segment === '*') return given !== undefined;
    return segment.startsWith(':') ? Boolean(given) : segment === given;
  });
