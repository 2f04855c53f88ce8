import type { Given, Shown, Verdict } from '../rules.ts'
import { t } from '#shared/language.ts'
import { AnswerFields } from './AnswerFields.tsx'

type ReadOnlyFieldsProps = {
  shown: Shown
  given: Given | null
  /** Verdict to show on the fields. */
  verdict?: Verdict | null
  /** True for the model answer. */
  model?: boolean
}

/** Read-only answer in the fields of its question. */
export const ReadOnlyFields = ({ verdict = null, ...answer }: ReadOnlyFieldsProps) => (
  <AnswerFields
    {...answer}
    verdict={verdict}
    readOnly
    label={answer.model ? t('Right answer') : t('Answer')}
    judged={false}
    describedBy="asked"
    onChange={() => {}}
    onEnter={() => {}}
  />
)
