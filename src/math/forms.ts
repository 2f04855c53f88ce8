import { z } from 'zod'
import { NumberForm, numberForms } from './number-forms.ts'
import { exact } from './exact.ts'
import { compareAnswers } from './equal.ts'
import { expandedFault } from './form-expanded.ts'
import { factoredFault } from './form-factored.ts'
import { partialFault, reducedFault, singleFault } from './form-fractions.ts'
import { nameOfAnswer, partsOf, termsOf } from './shapes.ts'
import { type Fault, firstOf, simplifiedFault } from './form-simplified.ts'
import { squareFault } from './form-squares.ts'
import { writtenOf } from './written-number.ts'
import {
  type Answer,
  itemsOf,
  lettersOf,
  mirrored,
  type Relation,
  type Single,
  some,
  type Tree,
  treesOf,
  type Work,
} from './tree.ts'

/**
 * Required form of an answer (product §7): simplified, expanded, factored, with a completed square, as
 * partial fractions, as one fraction, in terms of π, or the same as the key except for the order of terms and
 * factors. For numbers, there are also the forms of number parts (`NumberForm`).
 */
export const Form = z.enum([
  'simplified',
  'expanded',
  'factored',
  'completedSquare',
  'partialFractions',
  'singleFraction',
  'pi',
  ...NumberForm.options,
  'same',
])
export type Form = z.infer<typeof Form>

/**
 * Returns the letter for which a relation is solved: alone on one side and not on the other. Returns null if
 * there is none.
 */
export function solvedLetter({ sides }: Relation) {
  const alone = sides.find(
    (side, at) => side.is === 'letter' && !lettersOf([sides[1 - at] ?? side]).includes(side.name),
  )
  return alone?.is === 'letter' ? alone.name : null
}

function unsolved(given: Answer, wanted: Answer): Fault {
  const letters = (answer: Answer) =>
    new Set(itemsOf(answer).map((item) => (item.is === 'relation' ? solvedLetter(item) : null)))
  const [found, asked] = [letters(given), letters(wanted)]
  return (
    !asked.has(null) &&
    ![...found].every((letter) => asked.has(letter)) &&
    'get the right letter alone on one side'
  )
}

const hasRootBelow = (tree: Tree) =>
  some(tree, (each) => each.is === 'quotient' && some(each.of[1], ({ is }) => is === 'root'))

const isLetter = (tree: Tree) => tree.is === 'letter'

/**
 * Returns true if a tree contains a sum with a fraction that has letters in its denominator: 1 − 1/(x + 2).
 */
const hasLooseFraction = (tree: Tree) =>
  some(
    tree,
    (each) =>
      each.is === 'sum' &&
      termsOf(each).some((term) => partsOf(term).bottoms.some((below) => lettersOf([below]).length > 0)),
  )

function simplestFault(given: Answer, wanted: Answer, work: Work): Fault {
  const [trees, models] = [treesOf(given), treesOf(wanted)]
  return firstOf([
    () => unsolved(given, wanted),
    ...trees.map((tree) => () => simplifiedFault(tree, work)),
    () =>
      trees.some(hasRootBelow) &&
      !models.some(hasRootBelow) &&
      'write it without a root below the fraction bar',
    () => trees.some(hasLooseFraction) && !models.some(hasLooseFraction) && 'write it as a single fraction',
  ])
}

const isPi = (tree: Tree) => tree.is === 'constant' && tree.name === 'pi'
const piFault = (tree: Tree) => !some(tree, isPi) && exact(tree)?.top !== 0n && 'write it in terms of π'

/**
 * Returns the fault of a number that isn't in the required form. If lowest terms are required, fractions with
 * letters are checked as well.
 */
function numberFault(form: NumberForm, tree: Tree, work: Work): Fault {
  const written = writtenOf(tree)
  if (!written && form === 'reduced') return reducedFault(tree, work)
  return !(written && numberForms[form].fits(written)) && numberForms[form].says
}

/** Forms in which each tree of an answer is checked on its own. */
type TreeForm = Exclude<Form, 'same' | 'simplified' | 'completedSquare'>

/**
 * Returns the next step for one tree. A letter alone, as on one side of an equation, is only checked for the
 * forms `expanded` and `factored`. `model` is the tree of the key that it is compared with.
 */
function treeFault(
  form: TreeForm,
  tree: Tree,
  models: readonly Tree[],
  model: Tree | undefined,
  work: Work,
): Fault {
  if (form === 'expanded') return expandedFault(tree, models, work)
  if (form === 'factored') return factoredFault(tree, model, work)
  if (isLetter(tree)) return null
  if (form === 'singleFraction') return singleFault(tree)
  if (form === 'partialFractions') return partialFault(tree, models, work)
  return form === 'pi' ? piFault(tree) : numberFault(form, tree, work)
}

/**
 * Returns the next step for one item of an answer. The sides of a relation may be swapped. A side that is a
 * number, such as the 0 of (x − 1)(x − 2) = 0, need not be factored.
 */
function itemFault(
  form: TreeForm,
  item: Single,
  models: readonly Tree[],
  model: Single | undefined,
  work: Work,
): Fault {
  const isNumberSide = (tree: Tree) =>
    form === 'factored' && item.is === 'relation' && lettersOf([tree]).length === 0
  const against = (of: readonly Tree[]) =>
    firstOf(
      treesOf(item).map(
        (tree, at) => () => !isNumberSide(tree) && treeFault(form, tree, models, of[at], work),
      ),
    )
  const fault = against(model ? treesOf(model) : [])
  const isRightSwapped = fault && model?.is === 'relation' && !against(mirrored(model).sides)
  return isRightSwapped ? null : fault
}

/**
 * Explains why an answer with the right value doesn't have the required form, worded to follow “Right value,
 * but …”. Returns null if the answer has that form. The key determines how far to factor, and whether
 * denominators may contain roots.
 */
export function formFault(form: Form, given: Answer, wanted: Answer, work: Work): string | null {
  if (form === 'same')
    return nameOfAnswer(given) === nameOfAnswer(wanted) ? null : 'write it in the form the question asks for'
  if (form === 'simplified') return simplestFault(given, wanted, work) || null
  if (form === 'completedSquare')
    return firstOf(itemsOf(given).map((item) => () => squareFault(treesOf(item), work)))
  const [models, items] = [treesOf(wanted), itemsOf(wanted)]
  const faultAt = (item: Single, at: number) => {
    if (form !== 'factored') return itemFault(form, item, models, items[at], work)
    const faults = items.map((each) => itemFault(form, item, models, each, work) || null)
    if (new Set(faults).size === 1) return faults[0] ?? null
    // The items may be in any order, so the one with the same value decides. Comparing values takes long, so
    // it is done only if it matters.
    const same = items.findIndex((each) => compareAnswers(each, item, { seed: form, work }) === 'same')
    return faults[same < 0 ? at : same] ?? null
  }
  return firstOf(itemsOf(given).map((item, at) => () => faultAt(item, at)))
}
