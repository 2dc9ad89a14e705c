/** What is known of each catch. Most accounts of a batch have one, so that a map is made for the second alone. */
export class OfCatches<V> {
  private only: { readonly catchId: string; readonly value: V } | null = null;
  private many: Map<string, V> | null = null;

  set(catchId: string, value: V): void {
    if (this.many) this.many.set(catchId, value);
    else if (this.only === null || this.only.catchId === catchId) this.only = { catchId, value };
    else {
      this.many = new Map([[this.only.catchId, this.only.value]]);
      this.many.set(catchId, value);
    }
  }

  delete(catchId: string): void {
    if (this.many) this.many.delete(catchId);
    else if (this.only?.catchId === catchId) this.only = null;
  }

  values(): Iterable<V> {
    return this.many?.values() ?? (this.only ? [this.only.value] : []);
  }
}
