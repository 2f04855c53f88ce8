import { CalendarClock, TriangleAlert } from 'lucide-react'
import { dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import type { Prospect } from './api.ts'
import { isOverdue } from './stages.ts'
import style from './Prospects.module.css'
import { t } from '#shared/language.ts'

/** Next step for a prospect, with its due date. Empty if nothing is planned. */
export function NextStep({ prospect, today }: { prospect: Prospect; today: Day }) {
  const { nextStep, nextOn } = prospect
  if (nextStep === '') return null
  const late = isOverdue(prospect, today)
  return (
    <p className={`${style.step} row top gap-2`} data-late={late || undefined} data-figures>
      {late ? <TriangleAlert aria-hidden /> : <CalendarClock aria-hidden />}
      <span>
        {nextStep}
        {nextOn && (
          <>
            {', '}
            <span className="nowrap">{nextOn === today ? t('today') : dayInWords(nextOn)}</span>
          </>
        )}
        {late && t(', overdue')}
      </span>
    </p>
  )
}
