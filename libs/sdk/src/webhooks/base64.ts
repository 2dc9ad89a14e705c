/** The bytes of strict base64; undefined for anything else, white space and missing padding included. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  if (!/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(text)) return undefined;
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
};
