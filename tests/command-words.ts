type Known = {
  /** Noun for the names in the error message, such as `scenario`. */
  what: string
  names: readonly string[]
  /** Meanings of the numbers that follow the names, in order. */
  numbers?: readonly string[]
}

/**
 * Parses the arguments of a measuring command: known names, each once, then positive whole numbers. Throws
 * for anything else before the command starts, because the command could otherwise measure nothing and report
 * success.
 */
export function readWords(words: readonly string[], { what, names, numbers = [] }: Known) {
  const isNumber = (word: string) => /^\d+$/.test(word) && Number(word) > 0
  const first = words.findIndex((word) => !names.includes(word))
  const [named, rest] = first < 0 ? [words, []] : [words.slice(0, first), words.slice(first)]
  const strange = rest.find((word, index) => !isNumber(word) || index >= numbers.length)
  if (strange !== undefined) {
    const more = numbers.length > 0 ? ` After them, you can give: ${numbers.join(', ')}.` : ''
    throw new Error(`There is no ${what} ${strange}; there are ${names.join(', ')}.${more}`)
  }
  return { names: [...new Set(named)], numbers: rest.map(Number) }
}
