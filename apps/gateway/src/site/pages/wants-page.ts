import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';
import { VARY_BY_CODING } from '../../http/cache-headers.js';

/** Whether a request comes from somebody who looks at pages. Who does not ask for a page is a program. */
export const wantsPage = (request: IncomingMessage): boolean => accepts(request).type(FORMS) === 'html';

/** Value of `Vary` where a page and JSON have the same address. */
export const VARY_BY_FORM = `Accept, ${VARY_BY_CODING}`;

const FORMS = ['application/problem+json', 'json', 'html'];
