import { Clock } from '@cds/service-kit';
import { Controller, Get, Header, Inject } from '@nestjs/common';

/** Injection token of what `/.well-known/security.txt` tells. */
export const SECURITY_TEXT = Symbol('SECURITY_TEXT');

export interface SecurityText {
  readonly publicUrl: string;
  /** Where to report a vulnerability, as a URI; by default a mailbox at the public host. */
  readonly contact: string | undefined;
}

const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/** Tells finders of a vulnerability whom to write to (RFC 9116). */
@Controller('.well-known/security.txt')
export class SecurityTextHttp {
  constructor(
    @Inject(SECURITY_TEXT) private readonly text: SecurityText,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Header('content-type', 'text/plain; charset=utf-8')
  @Header('cache-control', 'public, max-age=86400')
  read(): string {
    const { publicUrl, contact } = this.text;
    const today = Math.floor(this.clock.now().getTime() / DAY_MS) * DAY_MS;
    const lines = [
      `Contact: ${contact ?? `mailto:security@${new URL(publicUrl).hostname}`}`,
      `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ];
    return `${lines.join('\n')}\n`;
  }
}
