import { type IdKind, type IdOf, ID_PREFIXES } from '@cds/contracts';
import { typeidUnboxed } from 'typeid-js';

/** A new id of the kind, such as `catch_01h455vb4pex5vsknk084sn02q`: unique, and sorted by the time it was made. */
export const newId = <K extends IdKind>(kind: K): IdOf<K> => typeidUnboxed(ID_PREFIXES[kind]) as string as IdOf<K>;
