import { CircleAlert, CircleCheck, CircleDot } from 'lucide-react'
import { questionStatus, type QuestionStatus } from '#features/questions/rules.ts'
import style from './StatusMark.module.css'

const icons: Record<QuestionStatus, typeof CircleAlert> = { error: CircleAlert, warn: CircleDot, success: CircleCheck }

/** A question's status: its sign and its word, which a narrow list only reads out. */
export function StatusMark({ status, narrow = false }: { status: QuestionStatus; narrow?: boolean }) {
  const Icon = icons[status]
  return (
    <span className={style.status} data-status={status} title={narrow ? questionStatus[status] : undefined}>
      <Icon size={16} aria-hidden /> <span className={narrow ? 'visually-hidden' : undefined}>{questionStatus[status]}</span>
    </span>
  )
}
