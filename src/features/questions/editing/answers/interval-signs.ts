/**
 * Replaces `inf` and `u` with ∞ and ∪ while an author types a set of numbers. Leaves placeholders of random
 * values unchanged.
 */
export const withSigns = (text: string) =>
  text
    .replace(/\{\{(?!\{)[^{}]*\}{0,2}|inf(?:inity)?|∞inity|u/gi, (found) => {
      if (found.startsWith('{{')) return found
      return /^u$/i.test(found) ? '∪' : '∞'
    })
    .replace(/-(?=\s*∞)/g, '−')
