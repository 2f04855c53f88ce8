import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#shared/language.ts'
import { attendanceWord } from '../mark-look.ts'
import { Part } from '#features/students/Part.tsx'
import { dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { WordState } from '#ui/WordState.tsx'
import { read } from '#web/api.ts'
import { useClock } from '#web/clock.ts'
import { useLive } from '#web/live.ts'
import { attendanceHistory, type PastMark } from './api.ts'
import style from './History.module.css'
import { MarkFacts } from './MarkFacts.tsx'
import { Months } from './Months.tsx'
import { countsInWords, twelveWeeks } from './history-weeks.ts'
import { Weeks } from './Weeks.tsx'
import { later } from '#web/later.tsx'

const CorrectionSheet = later(() => import('./CorrectionSheet.tsx').then((part) => part.CorrectionSheet))

type StudentRef = { centerId: string; studentId: string }

/** A student's attendance in the last twelve weeks, as small squares and in words. */
export function TwelveWeeks({ today, ...studentRef }: StudentRef & { today: Day }) {
  const range = twelveWeeks(today)
  const { data, error } = useQuery(read(attendanceHistory.list, { ...studentRef, ...range }))
  const marks = data?.marks ?? []
  return (
    <div className={`${style.glance} cluster gap-0-3`}>
      <Weeks marks={marks} range={range} />
      <small className="ink">
        {!data ? <WordState error={error} /> : marks.length > 0 ? countsInWords(marks) : t('No attendance')}
      </small>
    </div>
  )
}

type OpenSheet = { view: 'dialog' | 'correction'; mark: PastMark } | null

/** A student's last twelve weeks as a calendar, with a dialog to view and correct each day (spec §2). */
export function AttendancePart({ today, ...studentRef }: StudentRef & { today: Day }) {
  const [open, setOpen] = useState<OpenSheet>(null)
  const close = () => setOpen(null)
  const range = twelveWeeks(today)
  const { data, error, isFetching, refetch } = useQuery(
    read(attendanceHistory.list, { ...studentRef, ...range }),
  )
  useLive(
    `student:${studentRef.studentId}`,
    ['attendance'],
    [attendanceHistory.list, attendanceHistory.corrections],
  )
  const marks = data?.marks ?? []
  const last = marks.at(-1)
  return (
    <Part
      title={t('Attendance')}
      empty={data && marks.length === 0 && t('No attendance was taken in the last 12 weeks.')}
      action={
        last && (
          <Button kind="quiet" onClick={() => setOpen({ view: 'dialog', mark: last })}>
            {t('Show attendance')}
          </Button>
        )
      }
    >
      {!data && (
        <QueryState query={{ error, isFetching, refetch }} of={t('the attendance')} lines={4} height="2rem" />
      )}
      {marks.length > 0 && (
        <div className={`${style.words} grid gap-2`}>
          <p data-figures>{t('{marks} in the last 12 weeks', { marks: countsInWords(marks) })}</p>
          <div className={style.latest}>
            <Months marks={marks} onPick={(mark) => setOpen({ view: 'dialog', mark })} />
          </div>
        </div>
      )}
      {open?.view === 'dialog' && (
        <AttendanceDialog
          {...studentRef}
          marks={marks}
          range={range}
          first={open.mark}
          onCorrect={(mark) => setOpen({ view: 'correction', mark })}
          onClose={close}
        />
      )}
      {open?.view === 'correction' && (
        <CorrectionSheet centerId={studentRef.centerId} mark={open.mark} onClose={close} />
      )}
    </Part>
  )
}

type AttendanceDialogProps = StudentRef & {
  marks: readonly PastMark[]
  range: { from: Day; to: Day }
  /** Mark selected when the dialog opens. */
  first: PastMark
  onCorrect: (mark: PastMark) => void
  onClose: () => void
}

function AttendanceDialog({
  centerId,
  studentId,
  marks,
  range,
  first,
  onCorrect,
  onClose,
}: AttendanceDialogProps) {
  const [picked, setPicked] = useState(first)
  const clock = useClock()
  return (
    <Dialog
      open
      title={t('Attendance in the last 12 weeks')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Done')}</Button>
          <Button changes onClick={() => onCorrect(picked)}>
            {t('Correct this day')}
          </Button>
        </>
      }
    >
      <p data-figures>{countsInWords(marks)}</p>
      <Weeks marks={marks} range={range} onPick={setPicked} picked={picked} />
      <div className={`${style.picked} grid gap-1 breakable`} aria-live="polite">
        <strong>
          {dayInWords(picked.on)}: {attendanceWord(picked)}
        </strong>
        <Link
          to="/centers/$centerId/attendance/{-$classId}/students/$studentId"
          params={{ centerId, classId: picked.classId, studentId }}
          aria-label={t('All attendance in {className}', { className: picked.className })}
        >
          {picked.className}
        </Link>
        <MarkFacts mark={picked} clock={clock} />
      </div>
    </Dialog>
  )
}
