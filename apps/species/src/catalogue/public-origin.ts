/** Where users reach the API, without a slash at the end: with it begin the addresses that answers hold. */
export class PublicOrigin {
  constructor(readonly url: string) {}
}
