import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { usePlaceSend } from '#features/schedule/places/use-place-send.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { once } from '#ui/once.ts'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { type MakeUpRequest, makeupRequests } from './api.ts'
import style from './MakeUpRequests.module.css'

type MakeUpRequestsProps = { centerId: string; /** CSS class of the section. */ part: string | undefined }

/**
 * Make-ups that parents have booked and the center hasn't confirmed yet, each with buttons to confirm or
 * decline it. Renders nothing if there are none.
 */
export function MakeUpRequests({ centerId, part }: MakeUpRequestsProps) {
  const { data = [] } = useQuery(read(makeupRequests.list, { centerId }))
  useLive(`center:${centerId}`, ['schedule'], [makeupRequests.list])
  if (data.length === 0) return null
  return (
    <section className={part} aria-labelledby="makeup-requests">
      <h2 id="makeup-requests">{t('Make-ups to confirm')}</h2>
      <p className="fine-print">{t('Each seat is held until you answer. The parent will get an email.')}</p>
      <ul className={`${style.requests} breakable`}>
        {data.map((request) => (
          <Request key={request.placeId} centerId={centerId} request={request} />
        ))}
      </ul>
    </section>
  )
}

function Request({ centerId, request }: { centerId: string; request: MakeUpRequest }) {
  const { placeId, studentId, className, on, time, by, firstName, lastName } = request
  const who = `${firstName} ${lastName}`.trim()
  const confirm = useAnswer(t('Confirmed. {by} will get an email.', { by }))
  const decline = useAnswer(t('Declined. {by} will get an email, and the credit is open again.', { by }))
  const error = confirm.error ?? decline.error
  const busy = confirm.busy || decline.busy
  const answer = (accept: boolean) =>
    once(() => !busy && (accept ? confirm : decline).send({ centerId, placeId, accept }))
  return (
    <li className={`${style.request} cluster middle apart gap-2`}>
      <p>
        <Link to="/centers/$centerId/students/$studentId" params={{ centerId, studentId }} className="bold">
          {who}
        </Link>
        <span data-figures>
          {t('{className}, {day} at {time}', { className, day: dayInWords(on), time: clock(time) })}
        </span>
        <span className="fine-print">{t('Booked by {by}', { by })}</span>
        {error && <span role="alert">{sentenceFor(error)}</span>}
      </p>
      <span className="row gap-2">
        <Button icon={<X aria-hidden />} kind="quiet" busy={decline.busy} onClick={answer(false)}>
          {t('Decline')}
          <span className="visually-hidden"> {t('the make-up for {who}', { who })}</span>
        </Button>
        <Button icon={<Check aria-hidden />} busy={confirm.busy} onClick={answer(true)}>
          {t('Confirm')}
          <span className="visually-hidden"> {t('the make-up for {who}', { who })}</span>
        </Button>
      </span>
    </li>
  )
}

const useAnswer = (said: string) =>
  usePlaceSend(makeupRequests.answer, { said: () => said, onDone: () => {} })
