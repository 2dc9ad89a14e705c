import { text } from '@cds/service-kit';
import { z } from 'zod';

const MAX_NAME = 200;
const MAX_EMAIL = 254;

const name = text(MAX_NAME).min(1);
const email = text(MAX_EMAIL).check(z.email());

export const addAccountBody = z.strictObject({ name, email: email.meta({ description: 'Whom to write to.' }) });

/** A JSON merge patch (RFC 7396). */
export const editAccountBody = z.strictObject({ name: name.optional(), email: email.optional() });
