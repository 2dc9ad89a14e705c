import type { Progress } from './files.js';

/** `fetch` by XMLHttpRequest, which tells how much of the body has been sent. */
export const xhrFetch = (url: string, init: RequestInit, onProgress: (progress: Progress) => void): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const { signal } = init;
    const abort = (): void => request.abort();
    const settle = (end: () => void) => (): void => {
      signal?.removeEventListener('abort', abort);
      end();
    };
    request.open(init.method ?? 'POST', url);
    request.responseType = 'blob';
    request.withCredentials = init.credentials === 'include';
    new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      onProgress({ bytes: loaded, total: lengthComputable ? total : undefined });
    request.onload = settle(() => resolve(responseOf(request)));
    request.onerror = settle(() => reject(new TypeError('The upload failed.')));
    request.onabort = settle(() => reject(signal?.reason as Error));
    signal?.addEventListener('abort', abort);
    request.send(init.body as XMLHttpRequestBodyInit);
  });

/** Statuses whose answers `Response` takes no body for. */
const BODILESS = [204, 205, 304];

const responseOf = (request: XMLHttpRequest): Response => {
  const { status, statusText } = request;
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const body = BODILESS.includes(status) ? null : (request.response as Blob);
  return new Response(body, { status, statusText, headers });
};
