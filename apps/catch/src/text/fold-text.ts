/**
 * The form in which texts are compared and searched: NFC, lower case, without accents, `ß` as `ss`. Marks outside the
 * block of accents stay, as the voicing marks of kana tell words apart. The SQL function `search_text` gives the same.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ');
