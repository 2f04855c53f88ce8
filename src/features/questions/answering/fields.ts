import type { AnsweredPart } from '../kinds/fr/given.ts'
import type { GivenOf, Kind, ShownOf } from '../kinds/given.ts'
import type { PartGiven, VerdictStatus } from '../kinds/verdict.ts'
import type { Given, Verdict } from '../rules.ts'
import type { ContentNode } from '#shared/content.ts'

/** Position of the fields: after the formula that they complete, or below it, as in column arithmetic. */
export type LeadPlace = 'behind' | 'below'

/** Props that the fields of every kind have. */
export type Fields<K extends Kind = Kind> = {
  shown: ShownOf<K>
  /** The current contents. */
  given: GivenOf<K>
  verdict: Verdict | null
  readOnly: boolean
  /** True for the model answer, whose formulas are displayed as parsed, not as the author typed them. */
  model?: boolean
  /** True if the current contents have been graded, so that typing replaces them. */
  judged: boolean
  /** Formula that the fields complete, and the position of the fields. */
  lead?: { nodes: ContentNode[]; place: LeadPlace } | null
  /** Text of the question, which determines the keys to offer. */
  questionText?: string
  /** Name of the answer for screen readers if it isn't "Your answer": "Answer" or "Right answer". */
  label?: string
  /** Id of the question's text, so that screen readers announce it with the fields. */
  describedBy: string
  onChange: (given: Given) => void
  onEnter: () => void
}

/** Props of the field for one part. `status` is set if the part's verdict is shown. */
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
