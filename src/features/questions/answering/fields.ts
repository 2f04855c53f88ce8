import type { AnsweredPart } from '../kinds/fr/given.ts'
import type { GivenOf, Kind, ShownOf } from '../kinds/given.ts'
import type { PartGiven, VerdictStatus } from '../kinds/verdict.ts'
import type { Given, Verdict } from '#features/questions/rules.ts'
import type { ContentNode } from '#shared/content.ts'

/** Place of the fields: behind the formula that they complete, or below it, as in column arithmetic. */
export type LeadPlace = 'behind' | 'below'

/** Props of the fields of every kind. */
export type Fields<K extends Kind = Kind> = {
  shown: ShownOf<K>
  /** The current contents. */
  given: GivenOf<K>
  verdict: Verdict | null
  readOnly: boolean
  /**
   * True for the model answer, whose formulas are printed as they are parsed, however the author typed them.
   */
  model?: boolean
  /** True if the current contents were judged: typing replaces them. */
  judged: boolean
  /** The formula that the fields complete, and whether they are behind it or below it. */
  lead?: { nodes: ContentNode[]; place: LeadPlace } | null
  /** The question's text, from which the keys that it may need follow. */
  asks?: string
  /** Name of the answer for screen readers, unless it is the reader's own: "Answer" or "Right answer". */
  label?: string
  /** Id of the question's text, so that it is read with the fields. */
  describedBy: string
  onChange: (given: Given) => void
  onEnter: () => void
}

/** Props of the field of one part. `status` is set where its verdict is shown. */
export type PartFields<P extends AnsweredPart = AnsweredPart> = {
  part: P
  name: string
  given: PartGiven
  status: VerdictStatus | undefined
  readOnly: boolean
  model: boolean
  describedBy: string
  onChange: (given: PartGiven) => void
  onEnter: () => void
}
