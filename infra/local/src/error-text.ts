interface ErrorLike {
  message?: unknown;
  code?: unknown;
  errors?: unknown;
  stdout?: unknown;
  stderr?: unknown;
}

const errorLike = (error: unknown): ErrorLike => (typeof error === 'object' && error !== null ? error : {});

/** The code of a system error, such as ENOENT. */
export const errorCode = (error: unknown): string | undefined => {
  const { code } = errorLike(error);
  return typeof code === 'string' ? code : undefined;
};

/** What an error says. A failure to connect to every address of a name says it per address; the first will do. */
export const errorText = (error: unknown): string => {
  const { message, errors } = errorLike(error);
  if (Array.isArray(errors) && errors.length > 0) return errorText(errors[0]);
  return typeof message === 'string' && message !== '' ? message : String(error);
};

/** What a program that failed wrote, for errors of `execFile`. */
export const errorOutput = (error: unknown): string => {
  const { stdout = '', stderr = '' } = errorLike(error);
  return `${String(stdout)}${String(stderr)}`.trim() || errorText(error);
};
