/**
 * Types for describing the changes in the audit log. Each feature registers the words for its own changes.
 */

import type { AuditAction } from './audit-actions.ts'

/** The record before or after a change, as the audit log stores it, in the shape that it had at that time. */
export type Side = Readonly<Record<string, unknown>>

/** Names of people, classes and work by their ids. */
export type Names = ReadonlyMap<string, string>

/**
 * A field's label, with either a function that puts its value into words or, for an on/off field, the words
 * for turning it on and off.
 */
type FieldWords =
  | readonly [label: string, words?: (value: unknown, names: Names) => string]
  | { readonly on: string; readonly off: string }
export type Fields = Readonly<Record<string, FieldWords>>

/** A logged change to describe. */
export type LoggedChange = {
  before: Side
  after: Side
  /** Both sides merged; `after` takes precedence. */
  row: Side
  names: Names
  /** Both sides of a change to many records. */
  many: { before: Side[]; after: Side[] }
  entity: string
  /**
   * Class whose history is shown, or null. A change to a whole day is described only as far as it affects
   * this class.
   */
  classId: string | null
  fields: Fields
}

/** Words for each action, to follow the person's name in a sentence. */
export type ActionWords = Readonly<Partial<Record<AuditAction, (change: LoggedChange) => string>>>

/** Wording that a feature registers for its actions, and for fields whose values need special wording. */
export type Wording = { actions: ActionWords; fields?: Fields }
