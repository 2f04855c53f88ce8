import { t } from '#shared/language.ts'
import { type Answer, lettersOf, some, type Tree, treesOf } from '#math/tree.ts'

/** Returns true if a tree contains the constant e or a natural logarithm. */
export const hasConstantE = (tree: Tree) =>
  some(
    tree,
    (each) => (each.is === 'constant' && each.name === 'e') || (each.is === 'call' && each.name === 'ln'),
  )

/**
 * Returns true if the text seems to contain a word: three or more letters in a row, including at least two
 * different stray ones.
 */
const hasWord = (text: string, stray: readonly string[]) =>
  (text.replace(/\\[A-Za-z]+/g, ' ').match(/[A-Za-z]{3,}/g) ?? []).some(
    (word) => stray.filter((letter) => word.includes(letter)).length > 1,
  )

/**
 * Returns a message about letters that occur in an answer but not in the right one; null if there are none.
 * The message doesn't reveal the letters of the right answer.
 */
export function strayLetters(text: string, given: Answer, own: readonly string[]) {
  const stray = lettersOf(treesOf(given)).filter((letter) => !own.includes(letter))
  const [first] = stray
  if (first === undefined) return null
  const isCase = stray.every((letter) => own.some((each) => each.toLowerCase() === letter.toLowerCase()))
  const said =
    stray.length === 1
      ? t('The letter {letter} doesn’t belong', { letter: first })
      : t('The letters {letters} and {last} don’t belong', {
          letters: stray.slice(0, -1).join(', '),
          last: stray.at(-1),
        })
  const hint = isCase
    ? ' ' + t('Check the lowercase and capital letters.')
    : hasWord(text, stray)
      ? ' ' + t('Don’t write words here.')
      : ''
  return t('{said} in this answer.{hint}', { said, hint })
}

const isE = (tree: Tree) => tree.is === 'constant' && tree.name === 'e'

/** Returns true if an answer has the constant e, but no right answer has e or a natural logarithm. */
export const isStrayE = (given: Answer, wanted: readonly Answer[]) =>
  treesOf(given).some((tree) => some(tree, isE)) && !wanted.some((each) => treesOf(each).some(hasConstantE))
