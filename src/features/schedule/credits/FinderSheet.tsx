import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayInWords, isDay } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { DayField } from '#ui/DayField.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { read } from '#web/api.ts'
import { SideSheet } from '#web/shell/SideSheet.tsx'
import { type Credit, credits, type MakeUp } from './api.ts'
import { FoundClass } from './FoundClass.tsx'
import style from './MakeUps.module.css'
import { useCredits } from './use-credits.ts'

type FinderSheetProps = { centerId: string; credit: Credit; onClose: () => void }

/** Make-up finder: classes in which to use a credit, best first. Booking one closes the sheet. */
export function FinderSheet({ centerId, credit, onClose }: FinderSheetProps) {
  const { book, booking } = useCredits(centerId)
  const [typed, setTyped] = useState('')
  const from = isDay(typed) ? typed : undefined
  const { data, error, refetch } = useQuery(
    read(credits.makeups, { centerId, creditId: credit._id, ...(from && { from }) }),
  )
  return (
    <SideSheet title={t('Make-up for {className}', { className: credit.className })} onClose={onClose}>
      <div className="stack gap-3">
        <p data-figures>
          {t('Missed on {day}. Make up by {day2}.', {
            day: dayInWords(credit.missedOn),
            day2: dayInWords(credit.expiresOn),
          })}
        </p>
        <DayField
          label={t('From')}
          hint={t('Shows three weeks from this day, or from today if empty.')}
          required={false}
          max={credit.expiresOn}
          value={typed}
          onChange={setTyped}
        />
        {data ? (
          <FoundClasses found={data} busy={booking} onBook={(found) => book(credit, found, onClose)} />
        ) : (
          <QueryState query={{ error, refetch }} of={t('the classes')} lines={4} height="4rem" />
        )}
      </div>
    </SideSheet>
  )
}

/**
 * Shows the classes whose level is unknown or at most one level away from the student's. A button adds all
 * other classes; they are shown right away if there are no classes near the student's level.
 */
function FoundClasses({
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
      <EmptyState title={t('No class with an open seat')}>
        {t('Choose a later day, or ask a manager to extend the credit.')}
      </EmptyState>
    )
  return (
    <>
      <ul className={`${style.found} breakable`} aria-label={t('Classes with an open seat')}>
        {shown.map((each) => (
          <FoundClass key={`${each.classId} ${each.date}`} found={each} busy={busy} onBook={onBook} />
        ))}
      </ul>
      {shown.length < found.length && (
        <Button kind="quiet" onClick={() => setAll(true)}>
          {t('Show {count} more at other levels', { count: found.length - shown.length })}
        </Button>
      )}
    </>
  )
}
