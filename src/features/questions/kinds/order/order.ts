import { z } from 'zod'
import { Content } from '#shared/content.ts'
import { mistakesOf, type TypedPart } from '../mistakes.ts'
import { moved } from '../moved.ts'
import { dotted, foldText } from '../text.ts'
import { spoken } from '#shared/spoken.ts'
import { t } from '#shared/language.ts'
import { type Drawing, type PartVerdict, type RenderContent, verdict } from '../verdict.ts'

const maxItems = 10

/** Formats indexes of items as letters: `B, A, C`. A is the item that is shown first. */
const placesInWords = (places: readonly number[]) =>
  places.map((place) => String.fromCharCode(65 + place)).join(', ')

const Given = z.strictObject({
  kind: z.literal('order'),
  /** Items in the order of the answer. Each number is the index of an item in the order shown. */
  places: z
    .array(
      z
        .int()
        .min(0)
        .max(maxItems - 1),
    )
    .max(maxItems),
})
type Given = z.infer<typeof Given>

const Key = z.strictObject({
  kind: z.literal('order'),
  /** Items in the right order. */
  items: z.array(z.string().min(1).max(500)).min(2).max(maxItems),
  mistakes: mistakesOf(Given),
})
type Key = z.infer<typeof Key>

const Shown = z.object({ kind: z.literal('order'), items: z.array(Content) })
type Shown = z.infer<typeof Shown>

/**
 * Returns the items in the order in which they are shown. They are sorted, so their order reveals nothing.
 */
const sorted = ({ items }: Key) => items.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))

const textsAt = (key: Key, { places }: Given) => {
  const shown = sorted(key)
  return places.map((place) => shown[place] ?? '')
}

function checkGiven({ items }: Key, { places }: Given) {
  if (new Set(places).size < places.length) return 'An item is listed twice.'
  return places.some((place) => place >= items.length) ? `This question has ${items.length} items.` : null
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((text, at) => text === other[at])

function judge(key: Key, given: Given): PartVerdict {
  if (given.places.length < key.items.length) return verdict('invalid', t('Put all items in order.'))
  const texts = textsAt(key, given)
  if (isSame(texts, key.items)) return verdict('correct', t('Right.'))
  return verdict(
    'incorrect',
    isSame(texts, key.items.toReversed()) ? t('It’s the other way around.') : t('Take another look.'),
  )
}

function grade(key: Key, given: Given) {
  const part = judge(key, given)
  return { status: part.status, score: part.score, parts: [part] }
}

/** Returns the answer that has these items, in this order. */
const givenOf = (key: Key, items: readonly string[]): Given => {
  const shown = sorted(key)
  return { kind: 'order', places: items.map((item) => shown.indexOf(item)) }
}

const check = ({ items }: Key) =>
  new Set(items.map(foldText)).size < items.length ? ['Two items are the same.'] : []

/** Returns samples: the right order, the reverse order, and the right order with two neighbors swapped. */
function samples(key: Key): Given[] {
  const { items } = key
  const swaps = items.slice(1).map((_, at) => givenOf(key, moved(items, at, 1)))
  const all = [givenOf(key, items), givenOf(key, items.toReversed()), ...swaps]
  return [...new Map(all.map((given) => [given.places.join(), given])).values()]
}

/** Items that students put in order. */
export const order = {
  key: Key,
  shown: Shown,
  given: Given,
  texts: ({ items }: Key) => items,
  show: (key: Key, rendered: RenderContent) => ({ kind: key.kind, items: sorted(key).map(rendered) }),
  solution: (key: Key): Given => givenOf(key, key.items),
  checkGiven,
  grade,
  gradeAtLast: grade,
  repeats: (_: Key, listed: Given, given: Given) => listed.places.join() === given.places.join(),
  typedParts: (_key: Key, _given: Given): TypedPart<Given>[] => [],
  weights: (_: Key) => [1],
  check,
  samples,
  likeness: ({ places }: Given) => JSON.stringify(places),
  text: ({ items }: Shown, { places }: Given) => places.map((place) => spoken(items[place] ?? [])).join(', '),
  drawings: (_: Given): Drawing[] => [],
  needsFields: (_shown: Shown, _given: Given) => false,
  words: ({ places }: Given) => placesInWords(places),
  authorWords: (key: Key, given: Given) => textsAt(key, given).join(', ') || 'Nothing',
  accept: (_key: Key, _given: Given): Key | null => null,
  withoutBlanks: (key: Key): Key => ({ ...key, items: key.items.map(dotted) }),
  canBeDrawn: (_: Key) => true,
  countAnswers: (_: Key) => 1,
}
