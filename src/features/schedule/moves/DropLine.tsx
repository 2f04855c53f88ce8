import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDownToLine, Ban, TriangleAlert } from 'lucide-react'
import { type ClassEntry, type Schedule, schedules } from '../api.ts'
import { credits } from '../credits/api.ts'
import type { Day } from '#shared/days.ts'
import { read } from '#web/api.ts'
import style from './Moves.module.css'
import { isFull, moveChoicesInto, moveChoiceInWords } from './move-choices.ts'
import type { DraggedStudent } from './use-drops.ts'
import { t } from '#shared/language.ts'

type DropLineProps = { centerId: string; on: Day; dragged: DraggedStudent; to: ClassEntry }

const signs = { free: ArrowDownToLine, full: TriangleAlert, none: Ban }

/**
 * Line over a card that describes what dropping the dragged student there would do, or why it isn't possible.
 */
export function DropLine({ centerId, on, dragged: { student, from }, to }: DropLineProps) {
  // Already fetched when the drag started.
  const { data: studentCredits = [] } = useQuery({
    ...read(credits.ofStudent, { centerId, studentId: student._id }),
    enabled: false,
  })
  const schedule = useQueryClient().getQueryData<Schedule>(
    read(schedules.day, { centerId, scheduleId: on }).queryKey,
  )
  if (!schedule) return null
  const { ways, why } = moveChoicesInto({
    student,
    from,
    to,
    on,
    today: schedule.today,
    classes: schedule.schedules,
    credits: studentCredits,
  })
  const [first, second] = ways
  const look = !first ? 'none' : isFull(student, first) ? 'full' : 'free'
  const Sign = signs[look]
  return (
    <div className={style.over} data-way={look}>
      <p data-figures>
        <Sign size={18} aria-hidden />
        <span>
          {first ? moveChoiceInWords(student, to, first) : why}
          {second &&
            look === 'free' &&
            t(second.kind === 'move' ? '; a move is also possible' : '; a make-up is also possible')}
        </span>
      </p>
    </div>
  )
}
