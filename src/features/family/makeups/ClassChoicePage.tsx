import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, CalendarX } from 'lucide-react'
import { useState } from 'react'
import { clock, dayInWords } from '#shared/day-text.ts'
import type { OutputOf } from '#shared/contract.ts'
import { counted } from '#shared/text.ts'
import { translateSentence, t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { Page } from '#ui/Page.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { useTitle } from '#web/title.ts'
import style from '../Family.module.css'
import { ShortenedList } from '../Shortened.tsx'
import { type FreeClass, makeups } from './api.ts'
import { bookingInWords } from './makeup-words.ts'
import { useMakeups } from './use-makeups.ts'

const page = getRouteApi('/family/parent/students/$studentId/makeups/$creditId')

type Choice = OutputOf<typeof makeups.classes>

/** Page on which a parent chooses a class for a make-up credit, or moves its make-up to another class. */
export function ClassChoicePage() {
  const { studentId: id, creditId } = page.useParams()
  const { data, error, isFetching, refetch } = useQuery(read(makeups.classes, { id, creditId }))
  useLive(`student:${id}`, ['schedule'], [makeups.classes])
  const isMove = data?.credit.state === 'booked'
  const title =
    data &&
    (isMove
      ? t('Move {name}’s make-up', { name: data.credit.firstName })
      : t('Make-up for {name}', { name: data.credit.firstName }))
  useTitle(title ?? null)
  return (
    <Page width="medium" centered padded>
      <Link
        to="/parent/makeups"
        className={`${style.back} inline-row middle gap-2 quiet bold target no-underline`}
      >
        <ArrowLeft aria-hidden /> {t('Make-ups')}
      </Link>
      {data ? (
        <>
          <h1>{title}</h1>
          <MissedClass credit={data.credit} />
          <Classes choice={data} />
        </>
      ) : (
        <QueryState
          query={{ error, isFetching, refetch }}
          of={t('the classes')}
          lines={4}
          height="5rem"
          page
        />
      )}
    </Page>
  )
}

function MissedClass({ credit }: Pick<Choice, 'credit'>) {
  const { state, place, className, missedOn, expiresOn } = credit
  return (
    <p data-figures>
      {state === 'booked' && place
        ? t('Now: {className}, {on} at {time}.', {
            className: place.className,
            on: dayInWords(place.on),
            time: clock(place.time),
          })
        : t('Makes up for {className} on {on}.', { className, on: dayInWords(missedOn) })}{' '}
      {t('Use this make-up by {expiresOn}.', { expiresOn: dayInWords(expiresOn) })}
    </p>
  )
}

const keyOf = ({ classId, date }: FreeClass) => `${classId} ${date}`

const hoursOf = ({ time, endTime }: FreeClass) => `${clock(time)}–${clock(endTime)}`

const timesOf = (free: FreeClass) => `${dayInWords(free.date)}, ${hoursOf(free)}`

function Classes({ choice }: { choice: Choice }) {
  const [chosen, setChosen] = useState<FreeClass | null>(null)
  if (choice.classes.length === 0)
    return (
      <EmptyState icon={<CalendarX aria-hidden />} title={t('No class with an open seat')}>
        {t('No matching class has an open seat in the next six weeks. Please call the center.')}
      </EmptyState>
    )
  return (
    <section className={`${style.panel} grid column gap-4 pad-5 surface ink`} aria-label={t('Open seats')}>
      <ShortenedList items={choice.classes} idOf={keyOf}>
        {(each) => <FreeSeat free={each} onChoose={() => setChosen(each)} />}
      </ShortenedList>
      {chosen && <BookDialog choice={choice} free={chosen} onClose={() => setChosen(null)} />}
    </section>
  )
}

function FreeSeat({ free, onChoose }: { free: FreeClass; onChoose: () => void }) {
  const { className, teacher, why } = free
  return (
    <div className={`${style.makeup} ${style.activity} cluster middle apart gap-2`}>
      <div className="grid gap-1 breakable tabular shrinks">
        <strong>{dayInWords(free.date)}</strong>
        <span>{hoursOf(free)}</span>
        <span>{className}</span>
        <small className="fine-print">
          {[teacher, t('{free} open', { free: counted(free.free, 'seat') })].filter(Boolean).join(' · ')}
        </small>
        {why.length > 0 && (
          <small className="success-text">{why.map((each) => translateSentence(each)).join(' · ')}</small>
        )}
      </div>
      <Button
        onClick={onChoose}
        aria-label={t('Choose {className}, {free}', { className, free: timesOf(free) })}
      >
        {t('Choose')}
      </Button>
    </div>
  )
}

type BookDialogProps = { choice: Choice; free: FreeClass; onClose: () => void }

function BookDialog({ choice: { credit, confirms, noticeHours }, free, onClose }: BookDialogProps) {
  const navigate = useNavigate()
  const { book, move } = useMakeups()
  const isMove = credit.state === 'booked'
  const { mutate, isPending, error } = isMove ? move : book
  const send = () =>
    mutate(
      { id: credit.childId, creditId: credit._id, classId: free.classId, on: free.date },
      { onSuccess: () => void navigate({ to: '/parent/makeups' }) },
    )
  return (
    <Dialog
      open
      title={isMove ? t('Move the make-up here?') : t('Book this make-up?')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Back')}</Button>
          <Button kind="primary" busy={isPending} onClick={send}>
            {isMove ? t('Move') : t('Book')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p data-figures>
          <strong>{credit.firstName}</strong>: {free.className}, {dayInWords(free.date)},{' '}
          <span className="nowrap">{hoursOf(free)}</span>
        </p>
        {bookingInWords({ confirms, noticeHours, canChange: free.canChange }).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {error && <p role="alert">{sentenceFor(error)}</p>}
      </div>
    </Dialog>
  )
}
