export interface LogLine {
  level: string;
  message: string;
  [field: string]: unknown;
}

type Write = (fields: object, message: string) => void;

/** A logger for code that takes one as an argument; keeps every line that is written to it. */
export const memoryLogger = (): Record<'debug' | 'info' | 'warn' | 'error', Write> & { lines: LogLine[] } => {
  const lines: LogLine[] = [];
  const write =
    (level: string): Write =>
    (fields, message) =>
      void lines.push({ ...fields, level, message });
  return { lines, debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
};
