import { messageOf } from '@cds/errors';
import { MAX_FILE_BYTES } from '@cds/photos';
import { type Dispatcher, request } from 'undici';

const MAX_REDIRECTS = 3;
const LIMIT_MS = 60_000;
/** Wikimedia asks programs to say who they are. */
const USER_AGENT = 'catch-data-service-seed/1.0 (https://github.com; species photos)';

/** Why a photo was not fetched, in words for the operator. `isAway` when nobody answered at all. */
export class NotFetched extends Error {
  constructor(
    message: string,
    readonly isAway = false,
  ) {
    super(message);
  }
}

/**
 * The file at an address: by https alone, redirects included, up to the size of an upload and within a minute. Fails
 * with `NotFetched`.
 */
export const downloadPhoto = async (address: string, dispatcher?: Dispatcher): Promise<Buffer> => {
  const signal = AbortSignal.timeout(LIMIT_MS);
  let url = httpsAddress(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await ask(url, signal, dispatcher);
    const location = answer.headers['location']?.toString();
    if (answer.statusCode >= 300 && answer.statusCode < 400 && location !== undefined) {
      drop(answer);
      url = httpsAddress(location, url);
      continue;
    }
    if (answer.statusCode !== 200) {
      drop(answer);
      throw new NotFetched(`the answer is ${answer.statusCode}`);
    }
    return readBounded(answer);
  }
  throw new NotFetched(`it is redirected more than ${MAX_REDIRECTS} times`);
};

const httpsAddress = (address: string, base?: URL): URL => {
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new NotFetched(`${address} is not an https address`);
  return url;
};

const ask = async (url: URL, signal: AbortSignal, dispatcher?: Dispatcher): Promise<Dispatcher.ResponseData> => {
  try {
    return await request(url, { signal, headers: { 'user-agent': USER_AGENT }, ...(dispatcher && { dispatcher }) });
  } catch (error) {
    throw new NotFetched(`${url.host} does not answer: ${messageOf(error)}`, true);
  }
};

/** Stops one byte over the bound, whatever the answer says of its length. */
const readBounded = async (answer: Dispatcher.ResponseData): Promise<Buffer> => {
  const { body, headers } = answer;
  const tooLarge = new NotFetched(`it is larger than ${MAX_FILE_BYTES} bytes`);
  const parts: Buffer[] = [];
  let size = 0;
  try {
    if (Number(headers['content-length'] ?? 0) > MAX_FILE_BYTES) throw tooLarge;
    for await (const part of body as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > MAX_FILE_BYTES) throw tooLarge;
      parts.push(part);
    }
  } catch (error) {
    drop(answer);
    throw error === tooLarge ? error : new NotFetched(`it broke off: ${messageOf(error)}`);
  }
  return Buffer.concat(parts);
};

/** What is not read any more fails with its own end, which is no error to anybody. */
const drop = ({ body }: Dispatcher.ResponseData): void => {
  body.on('error', () => undefined).destroy();
};
