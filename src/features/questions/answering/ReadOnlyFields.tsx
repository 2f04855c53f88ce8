import type { Given, Shown, Verdict } from '#features/questions/rules.ts'
import { AnswerFields } from './AnswerFields.tsx'

type ReadOnlyFieldsProps = {
  shown: Shown
  given: Given | null
  /** Verdict that marks the fields. */
  verdict?: Verdict | null
  /** True if the answer is the question's solution. */
  model?: boolean
}

/** An answer in its question's own fields, to be read only. */
export const ReadOnlyFields = ({ verdict = null, ...answer }: ReadOnlyFieldsProps) => (
  <AnswerFields
    {...answer}
    verdict={verdict}
    readOnly
    label={answer.model ? 'Right answer' : 'Answer'}
    judged={false}
    describedBy="asked"
    onChange={() => {}}
    onEnter={() => {}}
  />
)
