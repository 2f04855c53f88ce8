import { t } from '#shared/language.ts'
import type { Kind } from '../kinds/given.ts'
import { answerKinds, kindScreens } from '../kinds/KindScreens.tsx'
import { FilterSelect } from './FilterSelect.tsx'

type AnswerKindSelectProps = { value: Kind | undefined; onChange: (value: Kind | undefined) => void }

export const AnswerKindSelect = ({ value, onChange }: AnswerKindSelectProps) => (
  <FilterSelect
    label={t('Kind of answer')}
    all={t('All kinds')}
    options={answerKinds.map((each) => ({ value: each, label: t(kindScreens[each].label) }))}
    value={value}
    onChange={(next) => onChange(answerKinds.find((each) => each === next))}
  />
)
