import { changes, commonFields, sideOf, sidesOf } from './change-words.ts'
import type { Fields, Names, LoggedChange, Wording } from '#shared/wording.ts'

/** One action of the audit log, with the record before and after. */
export type Action = { action: string; entity: string; before: unknown; after: unknown }

/** Words for all actions and fields. */
export type Words = { actions: Readonly<Record<string, (change: LoggedChange) => string>>; fields: Fields }

/**
 * Merges the words of all features. A common field with a feature-specific wording keeps its place in the
 * order.
 */
export const mergeWording = (registered: readonly Wording[]): Words => ({
  actions: Object.assign({}, ...registered.map(({ actions }) => actions)) as Words['actions'],
  fields: Object.assign({}, commonFields, ...registered.map(({ fields }) => fields)) as Fields,
})

type SentenceContext = { by: string; names: Names; words: Words; classId?: string | null }

/**
 * Describes an action in a sentence, such as `Maria Lopez changed the grade from 4 to 5.` If the action
 * changed many classes on a day, `classId` selects the class to describe. For unknown actions, describes only
 * the changes to known fields. In names and values, `<` and `>` stay escaped, as they are stored.
 */
export function sentenceOf(
  { action, entity, before, after }: Action,
  { by, names, words: { actions, fields }, classId = null }: SentenceContext,
) {
  const sides = { before: sideOf(before), after: sideOf(after) }
  const many = { before: sidesOf(before), after: sidesOf(after) }
  const row = Object.keys(sides.after).length > 0 ? { ...sides.before, ...sides.after } : sides.before
  const words = actions[action] ?? ((change: LoggedChange) => changes(change, 'changed something here'))
  return `${by} ${words({ ...sides, row, many, names, entity, classId, fields })}.`
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll('.”.', '.”')
}

const ids = /"(?:studentId|classId|parentId|teacherId)":"([\da-f-]{36})"/g

/**
 * Returns the ids of the people, classes and work mentioned in sentences about these actions, each once.
 * Includes the actions' entities, some of which aren't ids.
 */
export const idsIn = (rows: readonly Action[]) => [
  ...new Set(
    rows.flatMap(({ entity, before, after }) => [
      entity,
      ...[...JSON.stringify([before, after]).matchAll(ids)].map(([, id]) => id as string),
    ]),
  ),
]
