const NAME = /^[a-z][a-z0-9_-]{0,39}$/;

/** The channel that wakes the relay of this name; throws for a name that would not fit into one. */
export const channelOf = (name: string): string => {
  if (!NAME.test(name)) throw new Error(`Not a name for a relay: ${JSON.stringify(name)}`);
  return `relay_${name}`;
};

/** What the names of all relays' sessions begin with, in every release. */
export const RELAY_SESSIONS = 'relay:';

/** Marks the sessions of processes whose appends keep the rule that `readHorizon` relies on. */
export const RELAY_GENERATION = '/2';

/** The name of a relay's session, as `pg_stat_activity` shows it. */
export const sessionNameOf = (name: string): string => `${RELAY_SESSIONS}${name}${RELAY_GENERATION}`;
