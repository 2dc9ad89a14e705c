import type { SecretBox } from '@cds/service-kit';
import type { OwnHeaders } from './own-headers.js';

const ownerOf = (endpointId: string): string => `${endpointId}/headers`;

/** The headers as they are stored: their values may be credentials. Null for none. */
export const sealHeaders = (headers: OwnHeaders, endpointId: string, box: SecretBox): string | null =>
  Object.keys(headers).length === 0 ? null : box.seal(JSON.stringify(headers), ownerOf(endpointId));

/** The headers of an endpoint, from the stored column. */
export const openHeaders = (stored: string | null, endpointId: string, box: Pick<SecretBox, 'open'>): OwnHeaders =>
  stored === null ? {} : (JSON.parse(box.open(stored, ownerOf(endpointId))) as OwnHeaders);
