import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { News, NewsSheetProps } from '../news.ts'
import { fullName } from '#shared/full-name.ts'
import { clock, dateInWords, dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { Sentence } from '#ui/Sentence.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Button } from '#ui/Button.tsx'
import { once } from '#ui/once.ts'
import { read } from '#web/api.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { type Offer, offers } from './api.ts'
import style from './Offers.module.css'
import { rowsOf } from './seats.ts'
import { useSeat } from './use-seat.ts'

type OffersProps = {
  centerId: string
  classId?: string
  /** Maximum number of offers shown above the "Show all" button. */
  most?: number
  NewsSheet: ComponentType<NewsSheetProps>
}

/**
 * Free seats in classes with a waitlist, or only in the class `classId`. One click gives a seat to the first
 * student on the class's waitlist. An offer stays in the list after its seat is given. Renders nothing if
 * there are no offers.
 */
export function Offers({ centerId, classId, most = Infinity, NewsSheet }: OffersProps) {
  const { data = [], isPending } = useQuery(read(offers.list, { centerId }))
  const [all, setAll] = useState(false)
  const [shownOffers, setShownOffers] = useState<readonly Offer[]>([])
  const [given, setGiven] = useState<ReadonlySet<string>>(new Set())
  if (isPending) return <Loading />
  const offered = data.filter((offer) => classId === undefined || offer.classId === classId)
  const found = rowsOf(offered, shownOffers, given)
  if (found.length === 0) return null
  return (
    <>
      <ul className={`${style.offers} grid gap-2`} aria-label={t('Open seats for the waitlist')}>
        {found.slice(0, all ? found.length : most).map((offer) => (
          <OfferRow
            key={offer.placeId}
            centerId={centerId}
            offer={offer}
            named={classId === undefined}
            NewsSheet={NewsSheet}
            onGiven={(isGiven) => {
              setShownOffers(found)
              setGiven(
                (ids) =>
                  new Set([...ids].filter((id) => id !== offer.placeId).concat(isGiven ? offer.placeId : [])),
              )
            }}
          />
        ))}
      </ul>
      {found.length > most && !all && (
        <div className={style.all}>
          <Button kind="quiet" onClick={() => setAll(true)}>
            {t('Show all {count} seats', { count: found.length })}
          </Button>
        </div>
      )}
    </>
  )
}

type OfferRowProps = Pick<OffersProps, 'centerId' | 'NewsSheet'> & {
  offer: Offer
  named: boolean
  onGiven: (isGiven: boolean) => void
}

function OfferRow({ centerId, offer, named, NewsSheet, onGiven }: OfferRowProps) {
  const { name, firstName, lastName, from, since } = offer
  const who = fullName({ firstName, lastName })
  const { seat, give, undo, busy, error } = useSeat(centerId, offer, onGiven)
  const [news, setNews] = useState<News | null>(null)
  return (
    <li className={`${style.offer} cluster middle apart gap-2`}>
      {seat ? (
        <p>
          <Sentence
            text={
              named ? '{who}: Enrolled in {className} starting {day}.' : '{who}: Enrolled starting {day}.'
            }
            who={<strong>{who}</strong>}
            className={name}
            day={dayInWords(from)}
          />
        </p>
      ) : (
        <p>
          <Sentence
            text={
              named
                ? '{className} has a seat starting {day}. {who} has been waiting since {since}.'
                : 'A seat is open starting {day}. {who} has been waiting since {since}.'
            }
            className={name}
            day={dayInWords(from)}
            who={<strong>{who}</strong>}
            since={dayInWords(since)}
          />
          {error && <span role="alert"> {sentenceFor(error)}</span>}
        </p>
      )}
      {seat ? (
        <span className={style.after}>
          <Button kind="quiet" busy={busy} onClick={once(undo)}>
            {t('Undo')}
            <span className="visually-hidden"> {t('the seat of {who}', { who })}</span>
          </Button>
          <Button onClick={once(() => setNews(newsOf(offer)))}>
            {t('Notify the family')}
            <span className="visually-hidden"> {t('of {who}', { who })}</span>
          </Button>
        </span>
      ) : (
        <Button busy={busy} onClick={once(give)}>
          {t('Enroll')}
          <span className="visually-hidden"> {who}</span>
        </Button>
      )}
      {news && <NewsSheet centerId={centerId} news={news} onClose={() => setNews(null)} />}
    </li>
  )
}

const newsOf = ({ studentId, name, from, time }: Offer): News => ({
  audience: { studentIds: [studentId] },
  subject: 'A seat for {{children}}',
  body: `Dear {{parent}},\n\n{{children}} now has a seat in ${name}, starting ${dateInWords(from)} at ${clock(time)}.\n\n{{center}}`,
})
