import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, type CSSProperties, useCallback, useContext, useState } from 'react'
import { useGradualCount } from '#ui/use-gradual-count.ts'
import { useFinder } from './credits/use-finder.ts'
import { PlaceSheet } from './moves/PlaceSheet.tsx'
import type { NewsSheetProps } from './news.ts'
import { type OnAbsent, type OpenedMenu, StudentMenu } from './moves/StudentMenu.tsx'
import { t } from '#shared/language.ts'
import { usePlaceActions } from './moves/use-place-actions.ts'
import { clock } from '#shared/day-text.ts'
import { ReadOnly } from '#ui/read-only.ts'
import type { ClassEntry, Schedule } from './api.ts'
import { ClassCard, type ClassAction } from './ClassCard.tsx'
import style from './DayGrid.module.css'
import { slots } from './rules.ts'
import { subjects } from '#features/centers/subjects.ts'
import { useArrows } from './use-arrows.ts'
import { later } from '#web/later.tsx'

const AssignWork = later(() =>
  import('#features/practice/assigning/AssignWork.tsx').then((part) => part.AssignWork),
)
const FinderSheet = later(() => import('./credits/FinderSheet.tsx').then((part) => part.FinderSheet))
const DetailsSheet = later(() => import('./details/DetailsSheet.tsx').then((part) => part.DetailsSheet))

type DayGridProps = {
  centerId: string
  schedule: Schedule
  classes: readonly ClassEntry[]
  /** Ids of the classes with a free seat for a student on their waitlist. */
  offered: ReadonlySet<string>
  /** Must be a stable function, because a new one would render every card again. */
  onAction: (action: ClassAction, classId: string) => void
  onAbsent: OnAbsent
  NewsSheet: ComponentType<NewsSheetProps>
}

/**
 * A day's classes in a grid: the start times from top to bottom, and for each of them one column per subject.
 * Students are moved by dragging or with their menu.
 */
export function DayGrid({
  centerId,
  schedule,
  classes,
  offered,
  onAction,
  onAbsent,
  NewsSheet,
}: DayGridProps) {
  const { at, around } = useArrows()
  const [pressed, setPressed] = useState<OpenedMenu | null>(null)
  const toStudent = useToStudent(centerId)
  const hours = slots(classes).map(({ time, classes: together }) => ({ time, columns: columnsOf(together) }))
  const drawn = useGradualCount(hours.length, { first: hoursWith(atFirst, hours), step: 1 })
  const onScreen = hoursWith(maxOnScreen, hours)
  const first = hours[0]?.columns[0]?.[0]?.id
  const current = classes.some(({ id }) => id === at) ? at : first
  return (
    <>
      <div role="group" aria-label={t('Classes')} aria-describedby="day-keys" {...around}>
        <p id="day-keys" hidden>
          {t('Use the arrow keys to move between classes and students. Press Enter for actions.')}
        </p>
        {hours.slice(0, drawn).map(({ time, columns }, num) => (
          <section
            key={time}
            className={`${style.slot} grid gap-2 ruled`}
            aria-label={clock(time)}
            data-later={num >= onScreen || undefined}
          >
            <h2 className={`${style.time} nowrap tabular`}>{clock(time)}</h2>
            <div className={style.columns} style={{ '--columns': columns.length } as CSSProperties}>
              {columns.map((column) => (
                <div key={column[0]?.subject} className={`${style.column} grid gap-2`}>
                  {column.map((entry) => (
                    <ClassCard
                      key={entry.id}
                      centerId={centerId}
                      on={schedule.date}
                      entry={entry}
                      offered={offered.has(entry.id)}
                      current={entry.id === current}
                      onAction={onAction}
                      onPress={setPressed}
                      onOpen={toStudent}
                      NewsSheet={NewsSheet}
                    />
                  ))}
                </div>
              ))}
            </div>
          </section>
        ))}
      </div>
      <StudentActions
        centerId={centerId}
        schedule={schedule}
        pressed={pressed}
        onAbsent={onAbsent}
        onOpen={toStudent}
        onClose={() => setPressed(null)}
      />
    </>
  )
}

function useToStudent(centerId: string) {
  const navigate = useNavigate()
  return useCallback(
    (studentId: string) =>
      void navigate({ to: '/centers/$centerId/students/$studentId', params: { centerId, studentId } }),
    [navigate, centerId],
  )
}

type StudentActionsProps = {
  centerId: string
  schedule: Schedule
  pressed: OpenedMenu | null
  onAbsent: OnAbsent
  onOpen: (studentId: string) => void
  onClose: () => void
}

/** Menu for the student whose button was pressed, and the sheets that the menu opens. */
function StudentActions({ centerId, schedule, pressed, onAbsent, onOpen, onClose }: StudentActionsProps) {
  const readOnly = useContext(ReadOnly)
  const [detailed, setDetailed] = useState<OpenedMenu | null>(null)
  const [assigned, setAssigned] = useState<OpenedMenu | null>(null)
  const { shown, open, close } = usePlaceActions(centerId, schedule)
  const { finding, find, setFinding } = useFinder(centerId, schedule.date)
  return (
    <>
      {pressed && (
        <StudentMenu
          pressed={pressed}
          past={schedule.date < schedule.today || readOnly !== null}
          onAction={(action) => void open(action, pressed)}
          onAbsent={() => onAbsent(pressed, setFinding)}
          onFind={() => void find(pressed)}
          onAssign={() => setAssigned(pressed)}
          onDetails={() => setDetailed(pressed)}
          onOpen={onOpen}
          onClose={onClose}
        />
      )}
      {detailed && (
        <DetailsSheet
          centerId={centerId}
          on={schedule.date}
          of={detailed}
          onClose={() => setDetailed(null)}
        />
      )}
      {assigned && (
        <AssignWork
          opened
          centerId={centerId}
          students={[assigned.student]}
          onClose={() => setAssigned(null)}
        />
      )}
      {finding && <FinderSheet centerId={centerId} credit={finding} onClose={() => setFinding(null)} />}
      {shown && <PlaceSheet centerId={centerId} schedule={schedule} shown={shown} onClose={close} />}
    </>
  )
}

const columnsOf = (classes: readonly ClassEntry[]) =>
  subjects
    .map((subject) => classes.filter((entry) => entry.subject === subject))
    .filter((column) => column.length > 0)

/** Minimum number of cards to render first, so that something is visible soon. */
const atFirst = 12
/** Number of cards after which further hours are assumed to be off the screen when the day opens. */
const maxOnScreen = 24

/**
 * Returns the number of hours, starting with the first, that together have at least `least` cards, or the
 * number of all hours if there are fewer cards.
 */
function hoursWith(least: number, hours: readonly { columns: readonly (readonly ClassEntry[])[] }[]) {
  let cards = 0
  const enough = hours.findIndex(({ columns }) => (cards += columns.flat().length) >= least)
  return enough < 0 ? hours.length : enough + 1
}
