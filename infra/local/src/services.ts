/**
 * The services in the order in which they are shown; the gateway, which needs the others' addresses, is the last to
 * start.
 */
export const SERVICES = ['gateway', 'catch', 'species', 'leaderboard', 'webhook'] as const;

export type Service = (typeof SERVICES)[number];

export const isService = (name: string): name is Service => SERVICES.some((service) => service === name);
