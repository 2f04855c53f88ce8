import type { ReactNode } from 'react'
import { clock, dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import style from './Absences.module.css'
import { AbsenceButton } from './AbsenceButton.tsx'
import type { ComingClass } from './api.ts'
import { offInWords } from './absence-words.ts'

type ComingLineProps = { childId: string; name: string; coming: ComingClass; several: boolean }

/**
 * An upcoming class: its time, name and type, and whether the child will be there. Shows the center's name if
 * the child attends `several` centers.
 */
export function ComingLine({ childId, name, coming, several }: ComingLineProps) {
  const { on, isToday, time, endTime, type, centerId } = coming
  const state = stateInWords(coming)
  return (
    <div className={`${style.line} cluster middle`} data-off={state !== null && !coming.begun}>
      <div className={`${style.what} grid gap-1 breakable tabular shrinks`}>
        <strong>{isToday ? t('Today') : dayInWords(on)}</strong>
        <span>
          {clock(time)}–{clock(endTime)}
        </span>
        <span>
          {coming.name}
          {type !== 'regular' && (
            <small className={`${style.type} small info-text info-ground`}>
              {type === 'trial' ? t('Trial') : t('Make-up')}
            </small>
          )}
          {several && <small className="fine-print"> · {centerId}</small>}
        </span>
        {state && <span className="fine-print">{state}</span>}
      </div>
      <AbsenceButton childId={childId} name={name} coming={coming} />
    </div>
  )
}

/**
 * Returns a note on a class that has started or that the child isn't expected in, or null for any other
 * class.
 */
function stateInWords({ off, told, begun }: ComingClass): ReactNode {
  if (off) return offInWords(off)
  if (told)
    return t('Can’t come{reason}. The center has been notified.', {
      reason: told.reason && `: ${t(told.reason).toLowerCase()}`,
    })
  return begun ? t('Started') : null
}
