/** What the addresses of receivers begin with. They are no part of the API, and answer for themselves. */
export const RECEIVERS_PATH = '/receivers/';
