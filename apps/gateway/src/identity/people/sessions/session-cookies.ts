import { Injectable } from '@nestjs/common';

/** Reads the cookie of a browser in requests that Fastify has not seen yet. */
@Injectable()
export class SessionCookies {
  /** The id of the session that a `Cookie` header names; set when the gateway opens. */
  read: (cookies: string) => string | undefined = () => undefined;
}
