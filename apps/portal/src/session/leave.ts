/**
 * For who is no longer who was signed in: forgets what this tab keeps, and loads the portal anew, so that nothing that
 * it shows is theirs. Never resolves.
 */
export const leave = (): Promise<never> => {
  sessionStorage.clear();
  location.assign('/');
  return new Promise(() => undefined);
};
