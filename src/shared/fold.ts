const foldedLetters: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}

/**
 * Normalizes text for comparison: no accents, lower case, single spaces. Must match `fold` in the database.
 */
export const fold = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[łøđħıςßæœ]/g, (letter) => foldedLetters[letter] ?? letter)
    .replaceAll(/\s+/g, ' ')
    .trim()
