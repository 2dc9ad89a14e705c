import { idSchema } from '@cds/contracts';
import { endpointNotFound } from './endpoint.errors.js';

const schema = idSchema('webhookEndpoint');

/** Fails with `webhook.not_found` for a text that can be no endpoint's id. */
export const checkEndpointId = (text: string): void => {
  if (!schema.safeParse(text).success) throw endpointNotFound(text);
};
