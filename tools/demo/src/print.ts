const { isTTY } = process.stdout;
const bold = (text: string): string => (isTTY ? `\u001b[1m${text}\u001b[0m` : text);

export const line = (text: string): void => void process.stdout.write(`${text}\n`);
export const heading = (text: string): void => line(`\n${bold(text)}`);
export const json = (what: string, value: unknown): void => line(`${what}: ${JSON.stringify(value, null, 2)}`);
