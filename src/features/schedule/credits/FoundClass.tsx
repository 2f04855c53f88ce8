import { clock, dayInWords } from '#shared/day-text.ts'
import { counted, factLine } from '#shared/text.ts'
import { translateSentence, t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import type { MakeUp } from './api.ts'

const wordsOf = ({ className, date, time }: MakeUp) =>
  t('{className}, {day} at {time}', { className, day: dayInWords(date), time: clock(time) })

type FoundClassProps = { found: MakeUp; busy: boolean; onBook: (found: MakeUp) => void }

/** A class with a free seat for a make-up, booked with one click. */
export function FoundClass({ found, busy, onBook }: FoundClassProps) {
  const { className, date, time, endTime, teacher, level, free, why } = found
  return (
    <li>
      <div>
        <strong>{className}</strong>
        <span data-figures>
          {dayInWords(date)},{' '}
          <span className="nowrap">
            {clock(time)}–{clock(endTime)}
          </span>
        </span>
        <span className="quiet" data-figures>
          {factLine([
            teacher,
            level && t('mostly {level}', { level }),
            t('{free} open', { free: counted(free, 'seat') }),
          ])}
        </span>
        {why.length > 0 && (
          <span className="small success-text">{why.map((each) => translateSentence(each)).join(' · ')}</span>
        )}
      </div>
      <Button
        busy={busy}
        onClick={() => onBook(found)}
        aria-label={t('Book {found}', { found: wordsOf(found) })}
      >
        {t('Book')}
      </Button>
    </li>
  )
}
