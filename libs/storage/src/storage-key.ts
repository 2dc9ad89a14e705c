const KEY = /^(?!.*\.\.)[a-z0-9][a-z0-9._/-]{0,500}$/;

/** The key itself; keys are made by the service, so a bad one is a bug and throws. */
export const checkedKey = (key: string): string => {
  if (!KEY.test(key)) throw new Error(`${JSON.stringify(key)} is no storage key`);
  return key;
};
