import type { Given, Shown } from '../rules.ts'
import type { Drawing } from './verdict.ts'
import * as givens from './givens.ts'

export type Kind = Shown['kind']
export type ShownOf<K extends Kind> = Extract<Shown, { kind: K }>
export type GivenOf<K extends Kind> = Extract<Given, { kind: K }>

/**
 * Answers of one kind as a student gives them, without the key. Separate from the kind's key and grading, so
 * that a student's browser loads neither.
 */
export type GivenKind<K extends Kind> = {
  /** Returns an answer before anything is entered. */
  empty: (shown: ShownOf<K>) => GivenOf<K>
  /** True if an answer fits these fields. A draft may be older than its question. */
  fits: (shown: ShownOf<K>, given: GivenOf<K>) => boolean
  /** True if an answer is empty, for example because it was cleared. */
  isBlank: (given: GivenOf<K>) => boolean
  /** True if there is enough to check. Called only with answers that fit. */
  isComplete: (shown: ShownOf<K>, given: GivenOf<K>) => boolean
  /** Returns a key that is equal for answers that differ only in how they were typed. */
  likeness: (given: GivenOf<K>) => string
  /** Returns an answer in one line, with the text of chosen options. Called only with answers that fit. */
  text: (shown: ShownOf<K>, given: GivenOf<K>) => string
  /** Returns the typed words of an answer, to name it; '' if it has none. */
  typed: (given: GivenOf<K>) => string
  /** Returns the drawings in an answer. */
  drawings: (given: GivenOf<K>) => readonly Drawing[]
  /** True if there may be other ways to write a right answer. */
  hasOtherForms: boolean
  /** True if an answer must be shown in its own fields to be understood: graphs, drawings and typed math. */
  needsFields: (shown: ShownOf<K>, given: GivenOf<K>) => boolean
}

const kinds: { [K in Kind]: GivenKind<K> } = givens

export const emptyGiven = (shown: Shown): Given => kinds[shown.kind].empty(shown as never)

export const fits = (shown: Shown, given: Given): boolean =>
  shown.kind === given.kind && kinds[shown.kind].fits(shown as never, given as never)

export const isBlank = (given: Given): boolean => kinds[given.kind].isBlank(given as never)

/**
 * True if there is enough to check. An unfinished graph counts as complete; its verdict says what is missing.
 */
export const isComplete = (shown: Shown, given: Given | null): boolean =>
  given !== null && fits(shown, given) && kinds[shown.kind].isComplete(shown as never, given as never)

/**
 * Returns the key under which answers are graded together; equal for answers that differ only in how they
 * were typed.
 */
export const likeness = (given: Given): string => kinds[given.kind].likeness(given as never)

/** Returns the typed words of an answer, to name it; '' if it has none. */
export const typedOf = (given: Given): string => kinds[given.kind].typed(given as never)

/** Returns the drawings in an answer, with the texts written next to them. */
export const drawingsOf = (given: Given): readonly Drawing[] => kinds[given.kind].drawings(given as never)

/** True if there may be other ways to write a right answer of this kind. */
export const hasOtherForms = ({ kind }: Given): boolean => kinds[kind].hasOtherForms

/**
 * Returns an answer in one line, with the text of chosen options, or null if its kind isn't the question's.
 */
export const textOfGiven = (shown: Shown, given: Given): string | null =>
  shown.kind === given.kind ? kinds[shown.kind].text(shown as never, given as never) : null

/** True if an answer must be shown in its own fields to be understood: graphs, drawings and typed math. */
export const needsFields = (shown: Shown, given: Given): boolean =>
  shown.kind === given.kind && kinds[shown.kind].needsFields(shown as never, given as never)
