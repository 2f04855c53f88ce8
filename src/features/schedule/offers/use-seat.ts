import { useState } from 'react'
import { type Place, places } from '../places/api.ts'
import { usePlaceSend } from '../places/use-place-send.ts'
import { fullName } from '#shared/full-name.ts'
import { dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { call } from '#web/api.ts'
import type { Offer } from './api.ts'
import { returnSeat } from './seats.ts'

/** Returns `give`, which gives the student the offered seat; `undo`; and `seat`, the new place or null. */
export function useSeat(centerId: string, offer: Offer, onGiven: (isGiven: boolean) => void) {
  const { placeId, firstName, lastName, from } = offer
  const [seat, setSeat] = useState<Place | null>(null)
  const [returning, setReturning] = useState(false)
  const { send, takeBack, busy, error } = usePlaceSend(places.change, {
    message: () =>
      t('{name} has a seat starting {day}.', {
        name: fullName({ firstName, lastName }),
        day: dayInWords(from),
      }),
    onDone: (after) => {
      setSeat(after)
      onGiven(true)
    },
  })
  const undo = async () => {
    if (!seat || returning) return
    setReturning(true)
    const isUndone = await takeBack(() => returnSeat(call, centerId, { offer, seat }))
    setReturning(false)
    if (!isUndone) return
    setSeat(null)
    onGiven(false)
  }
  const give = () => !seat && send({ centerId, placeId, type: 'regular', startDate: from, firstClass: true })
  return { seat, give, undo: () => void undo(), busy: busy || returning, error }
}

/** Returns true from the first render in which `now` is true, even if it is false later. */
export function useOnce(now: boolean) {
  const [was, setWas] = useState(now)
  if (now && !was) setWas(true)
  return was || now
}
