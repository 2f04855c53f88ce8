import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { centers } from '#features/centers/api.ts'
import type { Subject } from '#features/centers/rules.ts'
import { subjects } from '#features/centers/subjects.ts'
import { type Class, classes } from '../classes/api.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Segments } from '#ui/Segments.tsx'
import { read } from '#web/api.ts'
import style from './FreeSeats.module.css'
import { firstDay } from './refusals.ts'

type FreeSeatsProps = { centerId: string; value: string | null; onChange: (chosen: Class) => void }

/** Maximum number of classes shown above the "More classes" button. */
const most = 6

/** Lets the user choose among classes with a free seat at their next meeting, soonest first. */
export function FreeSeats({ centerId, value, onChange }: FreeSeatsProps) {
  const { data = [] } = useQuery(read(classes.list, { centerId }))
  const { data: center } = useQuery(read(centers.one, { centerId }))
  const [chosen, setChosen] = useState<Subject | null>(null)
  const [isWhole, setWhole] = useState(false)
  if (!center) return null
  const open = data
    .filter(({ maxSize, schedCount }) => schedCount < maxSize)
    .map((each) => ({ each, on: firstDay(center.today, each) }))
    .filter(({ each, on }) => each.endDate === null || on <= each.endDate)
    .toSorted((one, other) => `${one.on} ${one.each.time}`.localeCompare(`${other.on} ${other.each.time}`))
  const offered = subjects.filter((subject) => open.some(({ each }) => each.subject === subject))
  const subject = chosen ?? offered[0]
  const found = open.filter(({ each }) => each.subject === subject)
  if (found.length === 0)
    return <p className="quiet">{t('No class has an open seat at its next meeting.')}</p>
  return (
    <div className="stack gap-2">
      <p className="bold">{t('Open seats')}</p>
      {offered.length > 1 && (
        <Segments
          label={t('Subject')}
          segments={offered.map((each) => ({
            value: each,
            label: t(each === 'Private Tutoring' ? 'PT' : each),
          }))}
          value={subject ?? null}
          onChange={setChosen}
        />
      )}
      <ul className={style.seats} aria-label={t('Classes with an open seat')}>
        {found.slice(0, isWhole ? found.length : most).map(({ each, on }) => (
          <li key={each.id}>
            <button
              type="button"
              className={`${style.seat} grid middle gap-2 wide ink target rounded`}
              aria-pressed={each.id === value}
              onClick={() => onChange(each)}
            >
              <span data-figures>
                <strong>{dayInWords(on)}</strong>, {clock(each.time)}
              </span>
              <span>{each.name}</span>
              <span className="quiet" data-figures>
                {counted(each.maxSize - each.schedCount, 'seat')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length > most && !isWhole && (
        <div>
          <Button kind="quiet" onClick={() => setWhole(true)}>
            {t('More classes')}
          </Button>
        </div>
      )}
    </div>
  )
}
