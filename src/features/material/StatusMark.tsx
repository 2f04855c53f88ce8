import { CircleAlert, CircleCheck, CircleDot } from 'lucide-react'
import { questionStatus, type QuestionStatus } from './rules.ts'
import style from '#features/questions/listing/StatusMark.module.css'

const icons: Record<QuestionStatus, typeof CircleAlert> = { error: CircleAlert, warn: CircleDot, success: CircleCheck }

type StatusMarkProps = {
  status: QuestionStatus
  /** In place of the status' own, such as how many have it. */
  words?: string
  narrow?: boolean
}

/** A question's status: its sign and its word, which a narrow list only reads out. */
export function StatusMark({ status, words = questionStatus[status], narrow = false }: StatusMarkProps) {
  const Icon = icons[status]
  return (
    <span className={style.status} data-status={status} title={narrow ? words : undefined}>
      <Icon size={16} aria-hidden /> <span className={narrow ? 'visually-hidden' : undefined}>{words}</span>
    </span>
  )
}
