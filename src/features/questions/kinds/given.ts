import type { Given, Shown } from '../rules.ts'
import * as givens from './givens.ts'

export type Kind = Shown['kind']
export type ShownOf<K extends Kind> = Extract<Shown, { kind: K }>
export type GivenOf<K extends Kind> = Extract<Given, { kind: K }>

/**
 * Students' answers of one kind, without the key. Kept apart from the key, the grading and the staff's view
 * of answers, so that a student's browser loads none of these.
 */
export type GivenKind<K extends Kind> = {
  empty: (shown: ShownOf<K>) => GivenOf<K>
  /** True if an answer fits the question. An unsent answer may belong to an older version of it. */
  fits: (shown: ShownOf<K>, given: GivenOf<K>) => boolean
  /** True if an answer is empty, for example because it was cleared. */
  isBlank: (given: GivenOf<K>) => boolean
  /** True if enough is filled in for the answer to be checked. Called only with answers that fit. */
  isComplete: (shown: ShownOf<K>, given: GivenOf<K>) => boolean
  /** Returns the text that was typed as the answer, for quoting it in messages; '' if nothing was typed. */
  typed: (given: GivenOf<K>) => string
  /** True if a right answer may be written in other ways. */
  hasOtherForms: boolean
}

const kinds: { [K in Kind]: GivenKind<K> } = givens

export const emptyGiven = (shown: Shown): Given => kinds[shown.kind].empty(shown as never)

export const fits = (shown: Shown, given: Given): boolean =>
  shown.kind === given.kind && kinds[shown.kind].fits(shown as never, given as never)

export const isBlank = (given: Given): boolean => kinds[given.kind].isBlank(given as never)

/**
 * Returns true if enough is filled in for the answer to be checked. An unfinished graph counts as complete;
 * its verdict explains what is missing.
 */
export const isComplete = (shown: Shown, given: Given | null): boolean =>
  given !== null && fits(shown, given) && kinds[shown.kind].isComplete(shown as never, given as never)

/** Returns the typed text of an answer, for quoting it; '' if nothing was typed. */
export const typedOf = (given: Given): string => kinds[given.kind].typed(given as never)

/** Returns true if a right answer of this kind may be written in other ways. */
export const hasOtherForms = ({ kind }: Given): boolean => kinds[kind].hasOtherForms
