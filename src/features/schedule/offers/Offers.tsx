import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { places } from '#features/schedule/places/api.ts'
import { usePlaceSend } from '#features/schedule/places/use-place-send.ts'
import { dayInWords } from '#shared/day-text.ts'
import { Button } from '#ui/Button.tsx'
import { read } from '#web/api.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { type Offer, offers } from './api.ts'
import style from './Offers.module.css'

type OffersProps = {
  centerId: string
  classId?: string
  /** Number of offers shown before "Show all". */
  most?: number
}

/** Free seats of a center or class with a waitlist, each given with one click. Renders nothing if there are none. */
export function Offers({ centerId, classId, most = Infinity }: OffersProps) {
  const { data = [] } = useQuery(read(offers.list, { centerId }))
  const [all, setAll] = useState(false)
  const found = data.filter((offer) => classId === undefined || offer.classId === classId)
  if (found.length === 0) return null
  return (
    <>
      <ul className={style.offers} aria-label="Free seats for the waitlist">
        {found.slice(0, all ? found.length : most).map((offer) => (
          <OneOffer key={offer.placeId} centerId={centerId} offer={offer} named={classId === undefined} />
        ))}
      </ul>
      {found.length > most && !all && (
        <div className={style.all}>
          <Button kind="quiet" onClick={() => setAll(true)}>
            Show all {found.length} seats
          </Button>
        </div>
      )}
    </>
  )
}

function OneOffer({ centerId, offer, named }: { centerId: string; offer: Offer; named: boolean }) {
  const { placeId, name, firstName, lastName, from, since } = offer
  const who = `${firstName} ${lastName}`.trim()
  const { send, busy, error } = usePlaceSend(places.change, { said: () => `${who} has a seat from ${dayInWords(from)}.`, onDone: () => {} })
  return (
    <li className={style.offer}>
      <p>
        {named ? `${name} has a seat` : 'A seat is free'} from {dayInWords(from)}. <strong>{who}</strong> has been waiting since{' '}
        {dayInWords(since)}.{error && <span role="alert"> {sentenceFor(error)}</span>}
      </p>
      <Button busy={busy} onClick={() => send({ centerId, placeId, type: 'regular', startDate: from, firstClass: true })}>
        Give the seat<span className="visually-hidden"> to {who}</span>
      </Button>
    </li>
  )
}
