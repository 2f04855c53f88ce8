import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { usePlaceSend } from '../places/use-place-send.ts'
import { fullName } from '#shared/full-name.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { Loading } from '#ui/Loading.tsx'
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
  const { data = [], isPending } = useQuery(read(makeupRequests.list, { centerId }))
  useLive(`center:${centerId}`, ['schedule'], [makeupRequests.list])
  if (isPending) return <Loading />
  if (data.length === 0) return null
  return (
    <section className={part} aria-labelledby="makeup-requests">
      <h2 id="makeup-requests">{t('Make-ups to confirm')}</h2>
      <p className="fine-print">
        {t('Each seat is held until you confirm or decline. The parent then gets an email.')}
      </p>
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
  const who = fullName({ firstName, lastName })
  const meeting = t('{className}, {day} at {time}', { className, day: dayInWords(on), time: clock(time) })
  const [isDeclining, setDeclining] = useState(false)
  const confirm = useAnswer(t('Confirmed. {by} will get an email.', { by }))
  const decline = useAnswer(t('Declined. {by} will get an email, and the credit can be used again.', { by }))
  const busy = confirm.busy || decline.busy
  return (
    <li className={`${style.request} cluster middle apart gap-2`}>
      <p>
        <Link to="/centers/$centerId/students/$studentId" params={{ centerId, studentId }} className="bold">
          {who}
        </Link>
        <span data-figures>{meeting}</span>
        <span className="fine-print">{t('Booked by {by}', { by })}</span>
        {confirm.error && <span role="alert">{sentenceFor(confirm.error)}</span>}
      </p>
      <span className="row gap-2">
        <Button
          changes
          icon={<X aria-hidden />}
          kind="quiet"
          onClick={once(() => !busy && setDeclining(true))}
        >
          {t('Decline')}
          <span className="visually-hidden"> {t('the make-up for {who}', { who })}</span>
        </Button>
        <Button
          icon={<Check aria-hidden />}
          busy={confirm.busy}
          onClick={once(() => !busy && confirm.send({ centerId, placeId, accept: true }))}
        >
          {t('Confirm')}
          <span className="visually-hidden"> {t('the make-up for {who}', { who })}</span>
        </Button>
      </span>
      {isDeclining && (
        <ConfirmDialog
          title={t('Decline {who}’s make-up?', { who: firstName })}
          action={t('Decline')}
          busy={decline.busy}
          error={decline.error}
          onConfirm={() => decline.send({ centerId, placeId, accept: false })}
          onClose={() => setDeclining(false)}
        >
          {t(
            '{meeting}. The seat will be free again, the credit can be used again, and {by} will get an email right away. You can’t undo this.',
            { meeting, by },
          )}
        </ConfirmDialog>
      )}
    </li>
  )
}

const useAnswer = (message: string) =>
  usePlaceSend(makeupRequests.answer, { message: () => message, onDone: () => {} })
