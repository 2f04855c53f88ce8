import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { clock, dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { Sentence } from '#ui/Sentence.tsx'
import { read } from '#web/api.ts'
import { family } from '../api.ts'
import { MakeUpRequest } from '../MakeUpRequest.tsx'
import type { FamilyCredit } from './api.ts'
import { useMakeups } from './use-makeups.ts'

type MakeUpActionsProps = { credit: FamilyCredit; childId: string; name: string }

/**
 * A parent's buttons for a make-up credit: to book a make-up or, while the center's minimum notice can still
 * be given, to move or cancel it. If neither is possible, offers to contact the center by email or phone.
 */
export function MakeUpActions({ credit, childId, name }: MakeUpActionsProps) {
  const { state, canBook, canChange, className, missedOn } = credit
  const missed = t('{className} on {missedOn}', { className, missedOn: dayInWords(missedOn) })
  const choose = {
    to: '/parent/students/$studentId/makeups/$creditId',
    params: { studentId: childId, creditId: credit._id },
  } as const
  if (canBook)
    return (
      <Link
        {...choose}
        className={buttonClass({})}
        aria-label={t('Book a make-up for {name}: missed {missed}', { name, missed })}
      >
        <CalendarPlus aria-hidden /> {t('Book')}
      </Link>
    )
  if (canChange)
    return (
      <span className="cluster gap-2">
        <Link
          {...choose}
          className={buttonClass({})}
          aria-label={t('Move {name}’s make-up: missed {missed}', { name, missed })}
        >
          {t('Move')}
        </Link>
        <CancelMakeUp credit={credit} childId={childId} name={name} />
      </span>
    )
  if (state === 'booked') return <CallToChange center={credit.center} />
  return <MakeUpRequest credit={credit} name={name} />
}

function CallToChange({ center }: { center: string }) {
  const { data } = useQuery(read(family.centers, {}))
  const at = data?.find(({ _id }) => _id === center)
  return (
    <p className="fine-print">
      {at?.phone ? (
        <Sentence
          text="To move or cancel it, please call {center} at {phone}."
          center={center}
          phone={
            <a href={`tel:${at.phone}`} className="inline-row middle nowrap target">
              {at.phoneInWords}
            </a>
          }
        />
      ) : (
        t('To move or cancel it, please call {center}.', { center })
      )}
    </p>
  )
}

function CancelMakeUp({ credit, childId, name }: MakeUpActionsProps) {
  const [asking, setAsking] = useState(false)
  const { cancel } = useMakeups()
  const { place, expiresOn } = credit
  const close = () => setAsking(false)
  if (!place) return null
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {t('Cancel')}
        <span className="visually-hidden">
          {' '}
          {t('{name}’s make-up on {on}', { name, on: dayInWords(place.on) })}
        </span>
      </Button>
      <Dialog
        open={asking}
        title={t('Cancel this make-up?')}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t('Keep it')}</Button>
            <Button
              kind="primary"
              busy={cancel.isPending}
              onClick={() => cancel.mutate({ id: childId, creditId: credit._id }, { onSuccess: close })}
            >
              {t('Cancel make-up')}
            </Button>
          </>
        }
      >
        <p>
          <strong>{name}:</strong>{' '}
          {t('{className}, {on} at {time}.', {
            className: place.className,
            on: dayInWords(place.on),
            time: clock(place.time),
          })}{' '}
          {t('The credit can be used for another class until {expiresOn}.', {
            expiresOn: dayInWords(expiresOn),
          })}
        </p>
        {cancel.error && <p role="alert">{sentenceFor(cancel.error)}</p>}
      </Dialog>
    </>
  )
}
