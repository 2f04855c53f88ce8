import { CircleAlert, CircleCheck, CircleDot } from 'lucide-react'
import { t } from '#shared/language.ts'
import { questionStatus, type QuestionStatus } from './rules.ts'
import style from '#features/questions/listing/StatusMark.module.css'

const icons: Record<QuestionStatus, typeof CircleAlert> = {
  error: CircleAlert,
  warn: CircleDot,
  success: CircleCheck,
}

type StatusMarkProps = {
  status: QuestionStatus
  /** Text shown instead of the status's own words, such as a count. */
  words?: string
  narrow?: boolean
}

/** A question's status as an icon with words. In narrow lists only screen readers get the words. */
export function StatusMark({ status, words = t(questionStatus[status]), narrow = false }: StatusMarkProps) {
  const Icon = icons[status]
  return (
    <span
      className={`${style.status} inline-row middle gap-1 nowrap`}
      data-status={status}
      title={narrow ? words : undefined}
    >
      <Icon size={16} aria-hidden /> <span className={narrow ? 'visually-hidden' : undefined}>{words}</span>
    </span>
  )
}
