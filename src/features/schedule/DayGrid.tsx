import { useNavigate } from '@tanstack/react-router'
import { type CSSProperties, useCallback, useDeferredValue, useState } from 'react'
import { AssignWork } from '#features/practice/assigning/AssignWork.tsx'
import { DetailsSheet } from '#features/schedule/details/DetailsSheet.tsx'
import { PlaceSheet } from '#features/schedule/moves/PlaceSheet.tsx'
import { type Pressed, StudentMenu } from '#features/schedule/moves/StudentMenu.tsx'
import { usePlaceActions } from './moves/use-place-actions.ts'
import { clock } from '#shared/day-text.ts'
import type { ClassEntry, Schedule } from './api.ts'
import { ClassCard, type ClassAction } from './ClassCard.tsx'
import style from './DayGrid.module.css'
import { slots } from './rules.ts'
import { Subject } from '#features/centers/rules.ts'
import { useArrows } from './use-arrows.ts'

type DayGridProps = {
  centerId: string
  schedule: Schedule
  classes: readonly ClassEntry[]
  /** The classes with a seat that somebody waits for. */
  offered: ReadonlySet<string>
  /** The same function all the time: the cards are drawn anew only when something of them has changed. */
  onAction: (action: ClassAction, classId: string) => void
  onAbsent: (pressed: Pressed) => void
}

/** A day as time × class: hours down, the classes of an hour beside it, by subject. Students go from class to class by dragging or by their menu. */
export function DayGrid({ centerId, schedule, classes, offered, onAction, onAbsent }: DayGridProps) {
  const { at, around } = useArrows()
  const [pressed, setPressed] = useState<Pressed | null>(null)
  const toStudent = useToStudent(centerId)
  const hours = slots(classes).map(({ time, classes: together }) => ({ time, columns: columnsOf(together) }))
  const drawn = useDeferredValue(hours.length, hoursAtFirst(hours))
  const first = hours[0]?.columns[0]?.[0]?.id
  const current = classes.some(({ id }) => id === at) ? at : first
  return (
    <>
      <div className={style.day} role="group" aria-label="Classes" aria-describedby="day-keys" {...around}>
        <p id="day-keys" hidden>
          Arrows go from class to class and from student to student. Enter opens what can be done.
        </p>
        {hours.slice(0, drawn).map(({ time, columns }) => (
          <section key={time} className={style.slot} aria-label={clock(time)}>
            <h2 className={style.time}>{clock(time)}</h2>
            <div className={style.columns} style={{ '--columns': columns.length } as CSSProperties}>
              {columns.map((column) => (
                <div key={column[0]?.subject} className={style.column}>
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
    (studentId: string) => void navigate({ to: '/centers/$centerId/students/$studentId', params: { centerId, studentId } }),
    [navigate, centerId],
  )
}

type StudentActionsProps = {
  centerId: string
  schedule: Schedule
  pressed: Pressed | null
  onAbsent: (pressed: Pressed) => void
  onOpen: (studentId: string) => void
  onClose: () => void
}

/** The menu of the student who was pressed, and what it opens. */
function StudentActions({ centerId, schedule, pressed, onAbsent, onOpen, onClose }: StudentActionsProps) {
  const [detailed, setDetailed] = useState<Pressed | null>(null)
  const [assigned, setAssigned] = useState<Pressed | null>(null)
  const { shown, open, close } = usePlaceActions(centerId, schedule)
  return (
    <>
      {pressed && (
        <StudentMenu
          pressed={pressed}
          past={schedule.date < schedule.today}
          onAction={(action) => void open(action, pressed)}
          onAbsent={() => onAbsent(pressed)}
          onAssign={() => setAssigned(pressed)}
          onDetails={() => setDetailed(pressed)}
          onOpen={onOpen}
          onClose={onClose}
        />
      )}
      {detailed && <DetailsSheet centerId={centerId} on={schedule.date} of={detailed} onClose={() => setDetailed(null)} />}
      {assigned && <AssignWork opened centerId={centerId} students={[assigned.student]} onClose={() => setAssigned(null)} />}
      {shown && <PlaceSheet centerId={centerId} schedule={schedule} shown={shown} onClose={close} />}
    </>
  )
}

const columnsOf = (classes: readonly ClassEntry[]) =>
  Subject.options.map((subject) => classes.filter((entry) => entry.subject === subject)).filter((column) => column.length > 0)

/** More cards than a screen shows. */
const atFirst = 12

/** How many hours a busy day begins with; the others are drawn while these can be seen already. */
function hoursAtFirst(hours: readonly { columns: readonly (readonly ClassEntry[])[] }[]) {
  let cards = 0
  const enough = hours.findIndex(({ columns }) => (cards += columns.flat().length) >= atFirst)
  return enough < 0 ? hours.length : enough + 1
}
