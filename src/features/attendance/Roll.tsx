import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, CheckCheck, Printer } from 'lucide-react'
import { type ReactNode, useContext, useState } from 'react'
import { centers } from '#features/centers/api.ts'
import { schedules } from '#features/schedule/api.ts'
import { markWord } from '#features/schedule/mark-words.ts'
import { paperWords } from '#features/schedule/paper-words.ts'
import { usePrintNote } from '#features/students/access/use-print-note.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ReadOnly } from '#ui/read-only.ts'
import { Segments } from '#ui/Segments.tsx'
import { read } from '#web/api.ts'
import { useTitle } from '#web/title.ts'
import type { RollLine } from './api.ts'
import style from './AttendancePage.module.css'
import { ExportMarks } from './history/ExportMarks.tsx'
import { Closed, Colleague, RollRows } from './RollRows.tsx'
import { useRoll } from './use-roll.ts'
import { later } from '#web/later.tsx'

const AssignWork = later(() =>
  import('#features/practice/assigning/AssignWork.tsx').then((part) => part.AssignWork),
)

const views = [
  { value: 'roll' as const, label: 'Roll' },
  { value: 'live' as const, label: 'Live' },
]
type View = (typeof views)[number]['value']

type RollProps = {
  centerId: string
  classId: string
  on: Day
  /** Live view of the class at work. On the current day, the user can show it instead of the rows. */
  live: ReactNode
}

/**
 * Roll of one class on one day: a row per student, an "All present" button on top, and undo in the toast. On
 * the current day, there is also a live view.
 */
export function Roll({ centerId, classId, on, live }: RollProps) {
  const { roll, error, refetch, colleague, allPresent, ...rows } = useRoll({ centerId, classId, on })
  useTitle(roll ? `${roll.name}, ${on}` : null)
  const [assigning, setAssigning] = useState(false)
  const [view, setView] = useState<View>('roll')
  const readOnly = useContext(ReadOnly)
  const { data: center } = useQuery(read(centers.one, { centerId }))
  const isToday = center?.today === on
  const onPaper = usePaper({ centerId, classId, on })
  usePrintNote(
    centerId,
    (roll?.lines ?? []).map(({ studentId }) => studentId),
  )
  if (!roll) return <QueryState query={{ error, refetch }} of={t('the roll')} lines={8} height="3rem" page />
  const open = roll.lines.filter(({ mark: taken, onBreak }) => taken === null && !onBreak)
  return (
    <div className={style.roll}>
      <Link
        to="/centers/$centerId/attendance"
        params={{ centerId }}
        search={{ on }}
        className="on-screen inline-row middle gap-2 quiet target no-underline"
      >
        <ArrowLeft size={16} aria-hidden /> {t('All classes')}
      </Link>
      <header className={`${style.head} cluster middle apart gap-3`}>
        <div className="breakable shrinks">
          <p className="on-paper">{centerId}</p>
          <h1>{roll.name}</h1>
          <p>
            <strong>{dayInWords(on)}</strong> ·{' '}
            <span className="nowrap">
              {clock(roll.time)}–{clock(roll.endTime)}
            </span>
            {roll.teacher ? ` · ${roll.teacher}` : ''}
          </p>
        </div>
        <Colleague marking={colleague} />
        <div className={`${style.actions} on-screen cluster gap-2`}>
          <Button icon={<Printer aria-hidden />} onClick={() => print()}>
            {t('Print')}
          </Button>
          <ExportMarks centerId={centerId} classId={classId} on={on} />
          <Button changes onClick={() => setAssigning(true)} disabled={roll.lines.length === 0}>
            {t('Assign work')}
          </Button>
          {roll.may.includes('present') && (
            <Button
              kind="primary"
              icon={<CheckCheck aria-hidden />}
              onClick={allPresent}
              disabled={open.length === 0}
            >
              {open.length === 0 ? t('All marked') : t('All present ({count})', { count: open.length })}
            </Button>
          )}
        </div>
      </header>
      {isToday && <Views view={view} onView={setView} />}
      {roll.closed && view === 'roll' && <Closed why={roll.closed} />}
      {isToday && view === 'live' ? (
        live
      ) : roll.lines.length === 0 ? (
        <EmptyState title={t('No students')}>{t('This class has no students on this day.')}</EmptyState>
      ) : (
        <RollRows
          lines={roll.lines}
          may={readOnly === null ? roll.may : []}
          {...rows}
          nameOf={marksOf({ centerId, classId, on })}
          onPaper={onPaper}
        />
      )}
      <AssignWork
        centerId={centerId}
        students={roll.lines
          .filter(({ onBreak }) => !onBreak)
          .map(({ studentId, firstName, lastName }) => ({ _id: studentId, firstName, lastName }))}
        opened={assigning}
        onClose={() => setAssigning(false)}
      />
    </div>
  )
}

/**
 * Returns a function that formats the text about a student on the printed roll: the mark, if any, the phone
 * number to call, and the latest note.
 */
function usePaper({ centerId, classId, on }: { centerId: string; classId: string; on: Day }) {
  const { data } = useQuery(read(schedules.day, { centerId, scheduleId: on }))
  const students = data?.schedules.find(({ id }) => id === classId)?.students
  return ({ studentId, mark, arrivedAt }: RollLine) => {
    const student = students?.find(({ _id }) => _id === studentId)
    return [mark && markWord({ mark, arrivedAt }), student && paperWords(student)].filter(Boolean).join(' · ')
  }
}

const Views = ({ view, onView }: { view: View; onView: (view: View) => void }) => (
  <div className={`${style.views} on-screen`}>
    <Segments
      label={t('Show')}
      segments={views.map((each) => ({ ...each, label: t(each.label) }))}
      value={view}
      onChange={onView}
    />
  </div>
)

/** Returns a function that renders a name as a link to the student's attendance history. */
const marksOf =
  ({ on, ...where }: Omit<RollProps, 'live'>) =>
  (line: RollLine, name: string) => (
    <Link
      to="/centers/$centerId/attendance/{-$classId}/students/$studentId"
      params={{ ...where, studentId: line.studentId }}
      search={{ on }}
      className={style.student}
    >
      {name}
    </Link>
  )
