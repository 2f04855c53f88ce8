/** Types of how the changes in the audit log are worded. Each feature registers the words for its own. */

import type { AuditAction } from './audit-actions.ts'

/** One side of a change as the audit log stores it, of whatever shape the record was then. */
export type Side = Readonly<Record<string, unknown>>

/** Names of people, classes and work by their ids. */
export type Names = ReadonlyMap<string, string>

/** Label of a field with how its value reads; of a field that is on or off, what switching it did. */
type FieldWords =
  | readonly [label: string, words?: (value: unknown, names: Names) => string]
  | { readonly on: string; readonly off: string }
export type Fields = Readonly<Record<string, FieldWords>>

/** A logged change that is to be worded. */
export type Told = {
  before: Side
  after: Side
  /** Both sides merged; `after` wins. */
  row: Side
  names: Names
  /** Both sides of a change of many records. */
  many: { before: Side[]; after: Side[] }
  entity: string
  /** Class whose day is described, or null. */
  classId: string | null
  fields: Fields
}

/** Words for each action, to follow the name of the person. */
export type Telling = Readonly<Partial<Record<AuditAction, (told: Told) => string>>>

/** Words that a feature registers for its actions and, where a field's values need its words, for fields. */
export type Wording = { actions: Telling; fields?: Fields }
