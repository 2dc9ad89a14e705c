const NAME = /^[a-z][a-z0-9_-]{0,39}$/;

/** The channel that wakes the relay of this name; throws for a name that would not fit into one. */
export const channelOf = (name: string): string => {
  if (!NAME.test(name)) throw new Error(`Not a name for a relay: ${JSON.stringify(name)}`);
  return `relay_${name}`;
};
