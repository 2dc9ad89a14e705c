/** Computes something of an object when it is first needed, and keeps it for as long as somebody has the object. */
export const onceForEach = <K extends object, T>(compute: (of: K) => T): ((of: K) => T) => {
  const computed = new WeakMap<K, { readonly value: T }>();
  return (of) => {
    const known = computed.get(of);
    if (known) return known.value;
    const value = compute(of);
    computed.set(of, { value });
    return value;
  };
};
