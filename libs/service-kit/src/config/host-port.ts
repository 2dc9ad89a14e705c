/** Whether a text is `host:port`, or `[address]:port` for IPv6. A module of its own, as it is to load nothing. */
export const isHostPort = (text: string): boolean => {
  const number = Number(/^(?:\[[0-9a-fA-F:]+\]|[^\s:/]+):(\d{1,5})$/.exec(text)?.[1]);
  return number >= 1 && number <= 65_535;
};
