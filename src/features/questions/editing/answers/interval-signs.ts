/**
 * Replaces what a keyboard has with the signs that it stands for, while an author types a set of numbers.
 * Placeholders of random values stay as they are.
 */
export const withSigns = (text: string) =>
  text
    .replace(/\{\{(?!\{)[^{}]*\}{0,2}|inf(?:inity)?|∞inity|u/gi, (found) => {
      if (found.startsWith('{{')) return found
      return /^u$/i.test(found) ? '∪' : '∞'
    })
    .replace(/-(?=\s*∞)/g, '−')
