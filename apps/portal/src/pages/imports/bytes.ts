const UNITS = ['B', 'kB', 'MB', 'GB'];

/** “4.6 MB”. */
export const bytesOf = (bytes: number): string => {
  const step = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return (
    `${(bytes / 1_000 ** step).toLocaleString('en', { maximumFractionDigits: step === 0 ? 0 : 1 })} ` + `${UNITS[step]}`
  );
};
