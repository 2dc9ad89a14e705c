import type { Violation } from './app-error.js';

const MAX_NAME = 80;

/** The name of the field or parameter that a violation is about: `location.latitude`. */
const nameOf = (violation: Violation): string => {
  const name =
    'parameter' in violation
      ? violation.parameter
      : violation.pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
};

/** Details that say something of the field, which is their subject. */
const PREDICATE =
  /^(?:is|are|was|must|has|have|cannot|can|may|does|do|names|takes|appears|needs|comes|belongs|lies|stands|begins|ends|repeats|exceeds|knows|fits)\b/;

/** What is wrong, as a sentence of its own: "`weight_lbs` must be a number, not "8.4"." */
export const sentenceOf = (violation: Violation): string => {
  const { detail } = violation;
  const name = nameOf(violation);
  const nameless = 'parameter' in violation ? 'A parameter without a name' : 'The body';
  const subject = name === '' ? nameless : `\`${name}\``;
  const sentence = PREDICATE.test(detail) ? `${subject} ${detail}` : capitalized(detail);
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
};

/** Names and ids, such as `catch_01h455vb4pex5vsknk084sn02q`, stay as they are. */
const capitalized = (text: string): string =>
  /^\w*_/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
