/** A reference within the document. */
export const ref = (path: string): { $ref: string } => ({ $ref: `#/${path}` });

export const schemaRef = (name: string): { $ref: string } => ref(`components/schemas/${name}`);
