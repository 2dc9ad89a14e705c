/** That a call goes away, and when. */
export interface Deprecation {
  readonly since: Date;
  /** From when on it may be gone. */
  readonly sunset: Date;
  /** The page that tells what to call instead. */
  readonly link: string;
}

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and their `Link`, as names and values in turn. */
export const deprecationHeaders = ({ since, sunset, link }: Deprecation): string[] => [
  'deprecation',
  `@${Math.floor(since.getTime() / 1_000)}`,
  'sunset',
  sunset.toUTCString(),
  'link',
  `<${link}>; rel="deprecation"; type="text/html", <${link}>; rel="sunset"; type="text/html"`,
];
