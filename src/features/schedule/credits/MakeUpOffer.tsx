import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { News, NewsSheetProps } from '../news.ts'
import { clock, dateInWords, dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { Sentence } from '#ui/Sentence.tsx'
import { Button } from '#ui/Button.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { read } from '#web/api.ts'
import { type Credit, credits } from './api.ts'
import { FinderSheet } from './FinderSheet.tsx'
import { FoundClass } from './FoundClass.tsx'
import style from './MakeUps.module.css'
import { useCredits } from './use-credits.ts'

type MakeUpOfferProps = { centerId: string; credit: Credit; NewsSheet: ComponentType<NewsSheetProps> }

/** Maximum number of classes shown above the "More classes" button. */
const most = 3

/**
 * Offers the best make-up classes for a credit, each booked with one click, and then offers to notify the
 * family.
 */
export function MakeUpOffer({ centerId, credit, NewsSheet }: MakeUpOfferProps) {
  const [isWhole, setWhole] = useState(false)
  const [news, setNews] = useState<News | null>(null)
  const { book, booking, cancel, canceling } = useCredits(centerId)
  const { data, error, refetch } = useQuery({
    ...read(credits.makeups, { centerId, creditId: credit._id }),
    enabled: credit.state === 'open',
  })
  const { state, place } = credit
  if (state === 'booked' && place)
    return (
      <div className="cluster middle gap-2">
        <p className="grow" data-figures>
          <Sentence
            text="Make-up booked: {className}, {day} at {time}."
            className={<strong>{place.className}</strong>}
            day={dayInWords(place.on)}
            time={clock(place.time)}
          />
        </p>
        <Button
          kind="quiet"
          busy={canceling}
          aria-label={t('Undo the make-up')}
          onClick={() => cancel(place._id)}
        >
          {t('Undo')}
        </Button>
        <Button changes onClick={() => setNews(newsOf(credit, place))}>
          {t('Notify the family')}
        </Button>
        {news && <NewsSheet centerId={centerId} news={news} onClose={() => setNews(null)} />}
      </div>
    )
  if (state !== 'open') return null
  if (!data)
    return <QueryState query={{ error, refetch }} of={t('the make-up classes')} lines={3} height="4rem" />
  if (data.length === 0)
    return (
      <p className="quiet">
        {t('No class has an open seat in the next three weeks. The credit stays open.')}
      </p>
    )
  return (
    <>
      <ul className={`${style.found} breakable`} aria-label={t('Best make-up classes')}>
        {data.slice(0, most).map((each) => (
          <FoundClass
            key={`${each.classId} ${each.date}`}
            found={each}
            busy={booking}
            onBook={(found) => book(credit, found)}
          />
        ))}
      </ul>
      {data.length > most && (
        <div>
          <Button kind="quiet" onClick={() => setWhole(true)}>
            {t('More classes')}
          </Button>
        </div>
      )}
      {isWhole && <FinderSheet centerId={centerId} credit={credit} onClose={() => setWhole(false)} />}
    </>
  )
}

/** Returns the message about an absence and its make-up class. */
const newsOf = ({ studentId, className, missedOn }: Credit, place: NonNullable<Credit['place']>): News => ({
  audience: { studentIds: [studentId] },
  subject: 'Make-up class for {{children}}',
  body: `Dear {{parent}},\n\n{{children}} won’t be in ${className} on ${dayInWords(missedOn)}. The make-up class is ${place.className} on ${dateInWords(place.on)} at ${clock(place.time)}.\n\n{{center}}`,
})
