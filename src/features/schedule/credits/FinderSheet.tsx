import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clock, dayInWords, isDay } from '#shared/day-text.ts'
import { counted } from '#shared/text.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { DayField } from '#ui/DayField.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { read } from '#web/api.ts'
import { SideSheet } from '#web/shell/SideSheet.tsx'
import { type Credit, credits, type MakeUp } from './api.ts'
import style from './MakeUps.module.css'

type FinderSheetProps = {
  centerId: string
  credit: Credit
  busy: boolean
  onBook: (found: MakeUp) => void
  onClose: () => void
}

/** Make-up finder: classes in which to use a credit, best first, each booked with one click. */
export function FinderSheet({ centerId, credit, busy, onBook, onClose }: FinderSheetProps) {
  const [typed, setTyped] = useState('')
  const from = isDay(typed) ? typed : undefined
  const { data, error, refetch } = useQuery(
    read(credits.makeups, { centerId, creditId: credit._id, ...(from && { from }) }),
  )
  return (
    <SideSheet title={`Make-up for ${credit.className}`} onClose={onClose}>
      <div className="stack gap-3">
        <p data-figures>
          Missed on {dayInWords(credit.missedOn)}. Make up by {dayInWords(credit.expiresOn)}.
        </p>
        <DayField
          label="From"
          hint="Shows three weeks from this day, or from today if empty."
          required={false}
          max={credit.expiresOn}
          value={typed}
          onChange={setTyped}
        />
        {data ? (
          <Found found={data} busy={busy} onBook={onBook} />
        ) : (
          <QueryState query={{ error, refetch }} of="the classes" lines={4} height="4rem" />
        )}
      </div>
    </SideSheet>
  )
}

const wordsOf = ({ className, date, time }: MakeUp) => `${className}, ${dayInWords(date)} at ${clock(time)}`

/**
 * Classes at most one level away come first; the others are shown on request, or at once if there are no
 * nearer ones.
 */
function Found({
  found,
  busy,
  onBook,
}: {
  found: readonly MakeUp[]
  busy: boolean
  onBook: (found: MakeUp) => void
}) {
  const [all, setAll] = useState(false)
  const near = found.filter(({ levelsOff }) => levelsOff === null || levelsOff <= 1)
  const shown = all || near.length === 0 ? found : near
  if (found.length === 0)
    return (
      <EmptyState title="No class with a free seat">
        Choose a later day, or ask a manager to extend the credit.
      </EmptyState>
    )
  return (
    <>
      <ul className={`${style.found} breakable`} aria-label="Classes with a free seat">
        {shown.map((each) => (
          <li key={`${each.classId} ${each.date}`}>
            <div>
              <strong>{each.className}</strong>
              <span data-figures>
                {dayInWords(each.date)}, {clock(each.time)}–{clock(each.endTime)}
              </span>
              <span className="quiet" data-figures>
                {[each.teacher, each.level && `mostly ${each.level}`, `${counted(each.free, 'seat')} free`]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {each.why.length > 0 && <span className="small success-text">{each.why.join(' · ')}</span>}
            </div>
            <Button busy={busy} onClick={() => onBook(each)} aria-label={`Book ${wordsOf(each)}`}>
              Book
            </Button>
          </li>
        ))}
      </ul>
      {shown.length < found.length && (
        <Button kind="quiet" onClick={() => setAll(true)}>
          Show {found.length - shown.length} more at other levels
        </Button>
      )}
    </>
  )
}
