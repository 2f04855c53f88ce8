import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { ComingClass } from '#features/schedule/coming/api.ts'
import { credits } from '#features/schedule/credits/api.ts'
import { followsForOffice } from '#features/schedule/credits/absence-credit.ts'
import { creditOf } from '#features/schedule/credits/credit-state.ts'
import { MakeUpOffer } from '#features/schedule/credits/MakeUpOffer.tsx'
import type { NewsSheetProps } from '#features/schedule/news.ts'
import { dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { read } from '#web/api.ts'
import { useAbsence } from './use-absence.ts'
import style from './ReportAbsence.module.css'

type ReportAbsenceProps = {
  centerId: string
  student: { id: string; firstName: string }
  coming: ComingClass
  NewsSheet: ComponentType<NewsSheetProps>
}

/**
 * Lets the office report an absence while a parent is on the phone, shows whether the absence gives a
 * make-up credit, and offers the best make-up classes. Renders nothing if the student isn't expected or the
 * class has started.
 */
export function ReportAbsence({
  centerId,
  student: { id: studentId, firstName },
  ...rest
}: ReportAbsenceProps) {
  const { coming, NewsSheet } = rest
  const { classId, on, name, told } = coming
  const [isOpen, setOpen] = useState(false)
  const { report, takeBack, busy } = useAbsence(centerId)
  const { data: studentCredits = [] } = useQuery(read(credits.ofStudent, { centerId, studentId }))
  if (coming.begun || coming.closed !== null || coming.canceled || coming.onBreak) return null
  const absence = { studentId, firstName, classId, on }
  const credit = creditOf(studentCredits, absence)
  const which = t('{name} on {day}', { name, day: dayInWords(on) })
  const start = () => {
    setOpen(true)
    report(absence)
  }
  return (
    <>
      <span className={`${style.buttons} cluster middle to-end gap-1`}>
        {told && !isOpen && credit?.state === 'open' && (
          <Button aria-label={t('Find a make-up for {which}', { which })} onClick={() => setOpen(true)}>
            {t('Find a make-up')}
          </Button>
        )}
        {told && credit?.state !== 'booked' && (
          <Button
            kind="quiet"
            busy={busy}
            aria-label={t('{firstName} can come to {which} after all', { firstName, which })}
            onClick={() => takeBack(absence)}
          >
            {t('Can come after all')}
          </Button>
        )}
        {!told && (
          <Button
            busy={busy}
            aria-label={t('Report absence of {firstName} from {which}', { firstName, which })}
            onClick={start}
          >
            {t('Report absence')}
          </Button>
        )}
      </span>
      {told && isOpen && (
        <div className={`${style.follows} stack gap-2`}>
          <p role="status" className="pad-2-3 info-text info-ground rounded">
            {followsForOffice(coming, firstName)}
          </p>
          {credit && <MakeUpOffer centerId={centerId} credit={credit} NewsSheet={NewsSheet} />}
        </div>
      )}
    </>
  )
}
