/** What every secret in docker-compose.yml begins with, as text and in base64. */
const PUBLISHED = ['for-one-machine-alone', 'Zm9yLW9uZS1tYWNoaW5lLWFsb25l'];

/** Whether a secret is one that everybody can read in docker-compose.yml. */
export const isPublished = (secret: string): boolean => PUBLISHED.some((text) => secret.includes(text));

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Whether users reach the service under an address that is not this machine's alone. Without `PUBLIC_URL` they do
 * not.
 */
export const isReachableByOthers = ({ PUBLIC_URL: publicUrl }: NodeJS.ProcessEnv): boolean =>
  Boolean(publicUrl) && URL.canParse(publicUrl ?? '') && !LOOPBACK.test(new URL(publicUrl ?? '').hostname);
