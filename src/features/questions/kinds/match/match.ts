import { z } from 'zod'
import { Content } from '#shared/content.ts'
import { t } from '#shared/language.ts'
import { spoken } from '#shared/spoken.ts'
import { mistakesOf, type TypedPart } from '../mistakes.ts'
import { dotted, foldText } from '../text.ts'
import { type Drawing, type PartVerdict, type RenderContent, verdict } from '../verdict.ts'
import { lettersInWords, maxGroups, maxItems, placesShown } from './shown-order.ts'

const Given = z.strictObject({
  kind: z.literal('match'),
  /**
   * Index of each item's group, with items and groups in the order shown; null for an item without a group.
   */
  groups: z
    .array(
      z
        .int()
        .min(0)
        .max(maxGroups - 1)
        .nullable(),
    )
    .max(maxItems),
})
type Given = z.infer<typeof Given>

const Text = z.string().min(1).max(500)

const Key = z.strictObject({
  kind: z.literal('match'),
  /** Groups, some of which may have no item. */
  groups: z.array(Text).min(2).max(maxGroups),
  /** Items, each with the index of its group. */
  items: z
    .array(
      z.strictObject({
        text: Text,
        group: z
          .int()
          .min(0)
          .max(maxGroups - 1),
      }),
    )
    .min(2)
    .max(maxItems),
  mistakes: mistakesOf(Given),
})
type Key = z.infer<typeof Key>

const Shown = z.object({ kind: z.literal('match'), groups: z.array(Content), items: z.array(Content) })
type Shown = z.infer<typeof Shown>

/**
 * Returns the groups and items of a key in the order in which they are shown, with the right group of each
 * item.
 */
function asShown({ groups, items }: Key) {
  const groupPlaces = placesShown(groups)
  const itemPlaces = placesShown(items.map(({ text }) => text))
  return {
    groups: groupPlaces.map((at) => groups[at] ?? ''),
    items: itemPlaces.map((at) => items[at]?.text ?? ''),
    right: itemPlaces.map((at) => groupPlaces.indexOf(items[at]?.group ?? -1)),
  }
}

function checkGiven({ groups, items }: Key, given: Given) {
  if (given.groups.length !== items.length)
    return `This question has ${items.length} items, but the answer has ${given.groups.length}.`
  return given.groups.some((at) => at !== null && at >= groups.length)
    ? `This question has ${groups.length} groups.`
    : null
}

function judge(key: Key, given: Given): PartVerdict {
  if (given.groups.includes(null)) return verdict('invalid', t('Choose a letter for every item.'))
  const { right } = asShown(key)
  const count = right.filter((at, item) => at === given.groups[item]).length
  if (count === right.length) return verdict('correct', t('Right.'))
  if (count === 0) return verdict('incorrect', t('Take another look.'))
  return { status: 'partial', score: count / right.length, reason: t('Partly right.') }
}

function grade(key: Key, given: Given) {
  const part = judge(key, given)
  return { status: part.status, score: part.score, parts: [part] }
}

const solution = (key: Key): Given => ({ kind: 'match', groups: asShown(key).right })

/** Grades a final answer: items without a group count as wrong. It is `invalid` if no item has a group. */
function gradeAtLast(key: Key, given: Given) {
  if (given.groups.every((at) => at === null)) return grade(key, given)
  const { right } = asShown(key)
  // Returns an index that is always wrong.
  const other = (at: number) => (at + 1) % key.groups.length
  return grade(key, { ...given, groups: given.groups.map((at, item) => at ?? other(right[item] ?? 0)) })
}

const hasTwice = (texts: readonly string[]) => new Set(texts.map(foldText)).size < texts.length

const check = ({ groups, items }: Key) => [
  ...(items.some(({ group }) => group >= groups.length) ? ['An item has a group that doesn’t exist.'] : []),
  ...(hasTwice(items.map(({ text }) => text)) ? ['Two items are the same.'] : []),
  ...(hasTwice(groups) ? ['Two groups are the same.'] : []),
]

/**
 * Returns samples: the right answer, answers with one item moved to the next group, and all items moved to
 * the next group.
 */
function samples(key: Key): Given[] {
  const { groups } = solution(key)
  const next = (at: number | null) => ((at ?? 0) + 1) % key.groups.length
  const all = [groups, ...groups.map((at, item) => groups.with(item, next(at))), groups.map(next)]
  return [...new Map(all.map((each) => [each.join(), { kind: 'match' as const, groups: each }])).values()]
}

/**
 * Returns true if an answer has the same groups as a listed mistake. Items that have no group in the mistake
 * match any group.
 */
const repeats = (_: Key, listed: Given, given: Given) =>
  listed.groups.some((at) => at !== null) &&
  listed.groups.every((at, item) => at === null || at === given.groups[item])

const pairs = (items: readonly string[], groups: readonly string[], given: Given) =>
  items
    .flatMap((item, at) => {
      const group = given.groups[at]
      return group === null || group === undefined ? [] : [`${item}: ${groups[group] ?? ''}`]
    })
    .join(', ')

/**
 * Items to match with groups: in pairs if every group has one item, otherwise by sorting them into groups.
 */
export const match = {
  key: Key,
  shown: Shown,
  given: Given,
  texts: ({ groups, items }: Key) => [...groups, ...items.map(({ text }) => text)],
  show(key: Key, rendered: RenderContent) {
    const { groups, items } = asShown(key)
    return { kind: key.kind, groups: groups.map(rendered), items: items.map(rendered) }
  },
  solution,
  checkGiven,
  grade,
  gradeAtLast,
  repeats,
  typedParts: (_key: Key, _given: Given): TypedPart<Given>[] => [],
  weights: (_: Key) => [1],
  check,
  samples,
  likeness: ({ groups }: Given) => JSON.stringify(groups),
  text: ({ groups, items }: Shown, given: Given) => pairs(items.map(spoken), groups.map(spoken), given),
  drawings: (_: Given): Drawing[] => [],
  needsFields: (_shown: Shown, _given: Given) => false,
  words: ({ groups }: Given) => lettersInWords(groups),
  authorWords(key: Key, given: Given) {
    const { groups, items } = asShown(key)
    return pairs(items, groups, given) || 'Nothing'
  },
  accept: (_key: Key, _given: Given): Key | null => null,
  withoutBlanks: (key: Key): Key => ({
    ...key,
    groups: key.groups.map(dotted),
    items: key.items.map((item) => ({ ...item, text: dotted(item.text) })),
  }),
  canBeDrawn: (_: Key) => true,
  countAnswers: (_: Key) => 1,
}
