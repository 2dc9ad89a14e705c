/**
 * The parameters of an address as plain texts, under the names that the API has for them. A name that is repeated keeps
 * its last value.
 */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

export const stringifySearch = (search: Record<string, unknown>): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  return parameters.size > 0 ? `?${parameters}` : '';
};
