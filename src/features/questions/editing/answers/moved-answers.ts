import type { Draft } from '../../api.ts'
import type { GivenOf } from '../../kinds/given.ts'
import { placesShown } from '../../kinds/match/shown-order.ts'
import type { AnswerKey, Given, KeyOf } from '../../rules.ts'
import { placesIn, placesOf } from './answer-kinds.ts'

/**
 * Order of choices, options, items, groups or areas after a change: the old indexes of the remaining ones.
 * New ones come last. The answers in a question's mistakes and tests contain such indexes, so they are
 * adapted to the new order.
 */
type Order = readonly number[]

type Tests = Draft['tests']
type DraftAnswers = Pick<Draft, 'answers' | 'tests'>

/**
 * Returns the key and the tests with `change` applied to each listed mistake and each test. Mistakes and
 * tests for which `change` returns null are dropped.
 */
function withAnswers<K extends AnswerKey['kind']>(
  key: KeyOf<K>,
  tests: Tests,
  change: (given: GivenOf<K>) => GivenOf<K> | null,
): DraftAnswers {
  const changed = <Listed extends { given: Given }>(all: readonly Listed[]) =>
    all.flatMap((each) => {
      if (each.given.kind !== key.kind) return [each]
      const given = change(each.given as GivenOf<K>)
      return given ? [{ ...each, given }] : []
    })
  const mistakes = key.mistakes && changed<{ given: Given }>(key.mistakes)
  return { answers: { ...key, ...(mistakes && { mistakes }) }, tests: changed(tests) }
}

/** Returns the new indexes of picked items, or null if one of them was removed. */
function pickedAfter(picked: readonly number[], order: Order) {
  const next = placesIn(picked, order)
  return next.includes(-1) ? null : next
}

/** Changes the choices. An answer with a removed choice is dropped. */
export const withChoices = (
  key: KeyOf<'mc'>,
  tests: Tests,
  { choices, correct, order }: { choices: string[]; correct: number[]; order: Order },
) =>
  withAnswers<'mc'>({ ...key, choices, correct }, tests, (given) => {
    const picked = pickedAfter(given.picked, order)
    return picked && { ...given, picked }
  })

/** Changes the options of the part at an index. An answer with a removed option is dropped. */
export function withOptions(
  key: KeyOf<'fr'>,
  tests: Tests,
  { at, part, order }: { at: number; part: KeyOf<'fr'>['parts'][number]; order: Order },
) {
  const mine = placesOf(key.parts).get(at) ?? -1
  return withAnswers<'fr'>({ ...key, parts: key.parts.with(at, part) }, tests, (given) => {
    const option = given.parts[mine]
    if (typeof option !== 'string' || option === '') return given
    const next = order.indexOf(Number(option))
    return next < 0 ? null : { ...given, parts: given.parts.with(mine, String(next)) }
  })
}

/**
 * Changes the items that students put in order. In the answers, removed items are left out, and new ones come
 * last.
 */
export function withItems(key: KeyOf<'order'>, tests: Tests, items: string[], order: Order) {
  const [before, now] = [placesShown(key.items), placesShown(items)]
  const added = items.flatMap((_, at) => (at < order.length ? [] : [now.indexOf(at)]))
  return withAnswers<'order'>({ ...key, items }, tests, (given) => {
    const kept = given.places.flatMap((place) => {
      const at = order.indexOf(before[place] ?? -1)
      return at < 0 ? [] : [now.indexOf(at)]
    })
    return { ...given, places: [...kept, ...added] }
  })
}

type Matching = Pick<KeyOf<'match'>, 'groups' | 'items'>

const matchingShown = ({ groups, items }: Matching) => ({
  groups: placesShown(groups),
  items: placesShown(items.map(({ text }) => text)),
})

/**
 * Changes the groups and items that students match. In the answers, new items and those of a removed group
 * have no group.
 */
export function withMatching(
  key: KeyOf<'match'>,
  tests: Tests,
  next: Matching,
  order: { groups: Order; items: Order },
) {
  const [before, now] = [matchingShown(key), matchingShown(next)]
  return withAnswers<'match'>({ ...key, ...next }, tests, (given) => ({
    ...given,
    groups: now.items.map((item) => {
      const group = given.groups[before.items.indexOf(order.items[item] ?? -1)] ?? null
      const at = group === null ? -1 : order.groups.indexOf(before.groups[group] ?? -1)
      return at < 0 ? null : now.groups.indexOf(at)
    }),
  }))
}

/**
 * Adapts the mistakes and tests to a key from which areas were removed. An answer with a removed area is
 * dropped. Answers that are points don't change.
 */
export const withAreas = (key: KeyOf<'hotspot'>, tests: Tests, order: Order) =>
  withAnswers<'hotspot'>(key, tests, (given) => {
    if (given.mode === 'points') return given
    const picked = pickedAfter(given.picked, order)
    return picked && { ...given, picked }
  })
