/** A host, as an account's endpoints lead to it. */
export interface HostKey {
  readonly accountId: string;
  /** In the form that every spelling of a URL leads to. */
  readonly host: string;
}

/** The host of a URL: without its port, and without the dot that may end a name. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/\.$/, '');

/** Distinct for distinct keys. */
export const textOf = ({ accountId, host }: HostKey): string => `${accountId} ${host}`;

/** Whether the URL's host is this machine by its very name. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
