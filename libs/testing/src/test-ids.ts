import { ID_PREFIXES, type IdKind, type IdOf } from '@cds/contracts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** The head of a real UUIDv7 in base 32, so that each id is one as well. */
const HEAD = '01h455vb4pex5vsknk';
const COUNTER_LENGTH = 26 - HEAD.length;

const base32 = (value: number): string => {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 32)) text = ALPHABET.charAt(rest % 32) + text;
  return text.padStart(COUNTER_LENGTH, '0');
};

/** Valid ids in a foreseeable order: `catch_…01`, `catch_…02`. Each call counts on its own. */
export const testIds = (): (<K extends IdKind>(kind: K) => IdOf<K>) => {
  let count = 0;
  return (kind) => {
    count += 1;
    return `${ID_PREFIXES[kind]}_${HEAD}${base32(count)}`;
  };
};
