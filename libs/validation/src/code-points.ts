/** How many characters (code points) a text has. Halves of surrogate pairs that stand alone count as one each. */
export const codePoints = (text: string): number => {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) {
    if (isHalf(text.charCodeAt(at), HIGH) && isHalf(text.charCodeAt(at + 1), LOW)) {
      count -= 1;
      at += 1;
    }
  }
  return count;
};

const HIGH = 0xd800;
const LOW = 0xdc00;
const isHalf = (unit: number, which: number): boolean => (unit & 0xfc00) === which;
