/** An endpoint that messages are sent to, and whose it is. */
export interface Receiver {
  readonly endpointId: string;
  readonly accountId: string;
}
