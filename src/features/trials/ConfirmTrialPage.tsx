import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isDead, MailLink } from '#features/accounts/MailLink.tsx'
import { Notice } from '#features/accounts/Notice.tsx'
import type { OutputOf } from '#shared/contract.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { Form } from '#ui/Form.tsx'
import { Sentence } from '#ui/Sentence.tsx'
import { read, useSend } from '#web/api.ts'
import { FrontPage } from '#web/shell/FrontPage.tsx'
import { trials } from './api.ts'
import { Contacts } from './Contacts.tsx'
import { SeatField, seatOf, seatWords } from './SeatField.tsx'

/**
 * Page `/confirm-trial#token=…`, opened from the emailed link: confirms a request made with the trial form.
 */
export const ConfirmTrialPage = () => (
  <FrontPage title={t('Confirm your trial class')} animals={['hedgehog', 'owl', 'turtle']}>
    <div className="stack gap-4">
      <MailLink
        ask={(token) => read(trials.link, { token })}
        dead={
          <p>
            {t(
              'Already confirmed? Then the center has your request. Otherwise, send the form again, or contact the center.',
            )}
          </p>
        }
      >
        {(token, link, onDead) => <Confirmation token={token} link={link} onDead={onDead} />}
      </MailLink>
    </div>
  </FrontPage>
)

type Link = OutputOf<typeof trials.link>
type ConfirmationProps = { token: string; link: Link; onDead: () => void }

/** Asks for a click before confirming, because email scanners open links, and some run the page's scripts. */
function Confirmation({ token, link, onDead }: ConfirmationProps) {
  const queries = useQueryClient()
  const [choice, setChoice] = useState('')
  const confirm = useSend(trials.confirm, {
    onError: (error) => {
      if (isDead(error)) onDead()
      if (error instanceof Problem && error.code === 'seat_gone')
        void queries.invalidateQueries(read(trials.link, { token }))
    },
  })
  if (confirm.data) return <Confirmed {...confirm.data} />
  const { firstName, name, subject, seat, isGone, seats } = link
  return (
    <Form
      className="stack gap-4"
      onSubmit={() => {
        if (!confirm.isPending) confirm.mutate({ token, seat: isGone ? seatOf(choice) : seatIn(seat) })
      }}
    >
      {isGone && (
        <Notice kind="warn">
          {t('Somebody else has taken the seat you wanted. Please choose another one.')}
        </Notice>
      )}
      {confirm.error && !isGone && <Notice kind="error">{sentenceFor(confirm.error)}</Notice>}
      <p>
        <Sentence
          text="Trial in {subject} for {firstName} at {name}"
          subject={t(subject)}
          firstName={<strong className="breakable">{firstName}</strong>}
          name={name}
        />
        {seat ? ':' : '.'}
      </p>
      {seat && <p className="bold">{seatWords(seat)}</p>}
      {isGone && (
        <SeatField
          seats={seats.filter((each) => each.subject === subject)}
          value={choice}
          onChange={setChoice}
        />
      )}
      <Button kind="primary" type="submit" wide busy={confirm.isPending}>
        {t('Confirm')}
      </Button>
      <Contacts {...link} />
    </Form>
  )
}

const seatIn = (seat: Link['seat']) => seat && { classId: seat.classId, on: seat.on }

const Confirmed = ({ firstName, seat, name, ...contacts }: OutputOf<typeof trials.confirm>) => (
  <>
    <Notice kind="done">
      {seat
        ? t('{firstName} has a trial class at {name}: {seat}. We sent you an email with the details.', {
            firstName,
            name,
            seat: seatWords(seat),
          })
        : t('{name} has your request and will get in touch with you soon.', { name })}
    </Notice>
    <Contacts {...contacts} />
  </>
)
