import { allowOf } from './allow.js';
import type { Route } from './route.js';

/** A path that is in the table, with the calls that it takes. */
export interface MatchedPath {
  /** The call for a method; HEAD is answered where GET is. */
  routeFor(method: string): Route | undefined;
  /** Value of the `Allow` header. */
  readonly allow: string;
}

/**
 * Finds paths in a table of routes. Nothing is decoded or normalised: the service must see the very path that was
 * matched here, or a path that looks like one route here could be another one there.
 */
export class RouteMatcher {
  private readonly root = new Node();

  constructor(routes: readonly Route[]) {
    for (const route of routes) this.root.descend(route.path.slice(1).split('/')).add(route);
  }

  match(path: string): MatchedPath | undefined {
    if (!path.startsWith('/')) return undefined;
    let node: Node | undefined = this.root;
    for (let start = 1; node;) {
      const slash = path.indexOf('/', start);
      if (slash === -1) return node.child(path.slice(start))?.ifRouted();
      node = node.child(path.slice(start, slash));
      start = slash + 1;
    }
    return undefined;
  }
}

const PARAMETER = '{';

class Node implements MatchedPath {
  allow = '';
  private readonly fixed = new Map<string, Node>();
  private varying: Node | undefined;
  private readonly routes = new Map<string, Route>();

  child(segment: string): Node | undefined {
    return this.fixed.get(segment) ?? (this.varying && isPlainSegment(segment) ? this.varying : undefined);
  }

  /** The node below at a pattern's segments, made where it is missing. */
  descend([segment, ...rest]: readonly string[]): Node {
    if (segment === undefined) return this;
    if (segment.startsWith(PARAMETER)) return (this.varying ??= new Node()).descend(rest);
    const node = this.fixed.get(segment) ?? new Node();
    this.fixed.set(segment, node);
    return node.descend(rest);
  }

  add(route: Route): void {
    if (this.routes.has(route.method)) throw new Error(`The table has ${route.method} ${route.path} twice.`);
    this.routes.set(route.method, route);
    if (route.method === 'GET') this.routes.set('HEAD', route);
    this.allow = allowOf(this.routes);
  }

  routeFor(method: string): Route | undefined {
    return this.routes.get(method);
  }

  ifRouted(): MatchedPath | undefined {
    return this.routes.size > 0 ? this : undefined;
  }
}

/** RFC 3986 `pchar`s, at least one and at most 500. */
const SEGMENT = /^(?:[\w\-.~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2}){1,500}$/;
/** `/`, `\` and NUL in disguise. */
const DISGUISED = /%(?:2f|5c|00)/i;
/** `.` and `..`, encoded or not: servers and proxies take them for steps along the path. */
const DOTS = /^(?:\.|%2e){1,2}$/i;

/** Whether a segment is nothing but a name, for this gateway and for any server behind it. */
export const isPlainSegment = (segment: string): boolean =>
  SEGMENT.test(segment) && !DISGUISED.test(segment) && !DOTS.test(segment);
