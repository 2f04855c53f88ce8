import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useOutbox } from '#web/outbox.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import type { Work } from './api.ts'
import style from './CompleteDialog.module.css'
import { kindWords } from './rules.ts'
import {
  outboxSubject,
  type FamilyViewer,
  isSameQuestion,
  links,
  numberOf,
  refOf,
  type Stop,
  stopsOf,
} from './question-ref.ts'
import { useUncheckedAnswers } from './use-unchecked-answers.ts'
import { useWorkChange } from './use-work-change.ts'

type CompleteDialogProps = {
  work: Work
  viewer: FamilyViewer
  open: boolean
  onClose: () => void
  onDone: (after: Work) => void
}

/**
 * Asks for confirmation before work is completed and lists unanswered questions (product §8). Submits answers
 * that weren't checked, and waits for answers that are still being sent. If an answer turns out to be
 * unreadable, the work isn't completed, so that the student can correct the answer.
 */
export function CompleteDialog({ work, viewer, open, onClose, onDone }: CompleteDialogProps) {
  const { unsent, failing } = useOutbox()
  const waiting = unsent.filter(({ about: name }) => refOf(name)?.workId === work._id).length
  const [failed, setFailed] = useState<string | null>(null)
  const complete = useWorkChange(
    { viewer, kind: work.kind, workId: work._id },
    {
      // The error is shown inside the dialog, because content behind an open dialog is inaccessible.
      onError: (error) => setFailed(sentenceFor(error)),
      onDone: (after) => {
        onClose()
        // Students see a separate page instead of a toast.
        if (viewer.role === 'parent')
          toast(t('The {kind} is complete.', { kind: t(kindWords[work.kind]) }), 'success')
        onDone(after)
      },
    },
  )
  const { unchecked, submit } = useUncheckedAnswers(work, viewer, open)
  const [unreadable, setUnreadable] = useState<readonly Stop[]>([])
  const [isSending, setIsSending] = useState(false)
  // Incremented when the dialog is closed or the work is submitted again, to cancel an earlier submission
  // that is still waiting for answers.
  const attempt = useRef(0)
  const handIn = async () => {
    const mine = ++attempt.current
    setFailed(null)
    setIsSending(true)
    const problem = await submit().then(
      (found) => {
        setUnreadable(found)
        return found.length > 0 && t('Not handed in yet, because an answer can’t be read.')
      },
      (error: unknown) => sentenceFor(error),
    )
    if (mine !== attempt.current) return
    setIsSending(false)
    if (problem) setFailed(problem)
    else complete.change('submitted')
  }
  const close = () => {
    attempt.current++
    setFailed(null)
    setIsSending(false)
    setUnreadable([])
    onClose()
  }
  const stops = stopsOf(work, viewer)
  const left = remainingIn(stops, unchecked, unreadable)
  const isDone = Object.values(left).every((each) => each.length === 0)
  const stuck = stops
    .filter(({ ref }) => failing.includes(outboxSubject(ref)))
    .map(({ question }) => numberOf(question))
  return (
    <Dialog
      open={open}
      title={t('Hand in this {kind}?', { kind: t(kindWords[work.kind]) })}
      onClose={close}
      actions={
        <>
          <Button kind={isDone ? 'secondary' : 'primary'} onClick={close}>
            {t('Keep working')}
          </Button>
          <Button
            kind={isDone ? 'primary' : 'secondary'}
            busy={isSending || complete.isPending}
            reason={waiting > 0 ? t('Some answers are still being sent.') : null}
            onClick={() => void handIn()}
          >
            {t('Hand in')}
          </Button>
        </>
      }
    >
      <Remaining work={work} left={left} onGo={close} />
      {failed && <p role="alert">{failed}</p>}
      {waiting > 0 && <UnsentAnswers waiting={waiting} stuck={stuck} />}
    </Dialog>
  )
}

/**
 * Explains why the work can't be completed yet. `stuck` lists the numbers of the questions whose answers
 * can't be sent because of a server error.
 */
function UnsentAnswers({ waiting, stuck }: { waiting: number; stuck: readonly number[] }) {
  if (stuck.length === 0)
    return (
      <p>
        {waiting === 1
          ? t('One answer is still being sent. This takes a moment once you’re online.')
          : t('{waiting} answers are still being sent. This takes a moment once you’re online.', { waiting })}
      </p>
    )
  return (
    <p>
      {t(
        'Something isn’t working on our end. Your work on question {nums} is saved on this device and will be sent again automatically. If this keeps happening, please tell someone at your center.',
        { nums: stuck.join(', ') },
      )}
    </p>
  )
}

/**
 * Returns the questions that may need attention before the work is completed, by reason. `unreadable` lists
 * questions whose answers were just found to be unreadable, which the work may not show yet.
 */
function remainingIn(
  stops: readonly Stop[],
  typed: ReturnType<typeof useUncheckedAnswers>['unchecked'],
  unreadable: readonly Stop[],
) {
  const isIn = (some: readonly Stop[], { ref }: Stop) => some.some((each) => isSameQuestion(each.ref, ref))
  const typedStops = (finished: boolean) =>
    typed.filter((each) => each.finished === finished).map(({ stop }) => stop)
  const [unchecked, unfinished] = [typedStops(true), typedStops(false)]
  const checked = stops.filter((each) => !isIn([...unchecked, ...unfinished], each))
  return {
    unchecked,
    unfinished,
    missing: checked.filter(({ question }) => !question.answered),
    unread: checked.filter((each) => each.question.unread || isIn(unreadable, each)),
  }
}

type RemainingProps = { work: Work; left: ReturnType<typeof remainingIn>; onGo: () => void }

/**
 * Lists the questions whose answers can't be read, aren't checked, aren't finished or are missing. Praises
 * the student if every question has a finished, readable answer, unless an adaptive assessment would ask more
 * questions.
 */
function Remaining({ work, left: { missing, unfinished, unchecked, unread }, onGo }: RemainingProps) {
  return (
    <>
      {unread.length > 0 && (
        <>
          <p>{t('Can’t be read. Tap a number to correct the answer:')}</p>
          <Numbers label={t('Can’t be read')} stops={unread} onGo={onGo} />
        </>
      )}
      {unchecked.length > 0 && (
        <>
          <p>{t('Not checked yet. These answers will be checked when you hand in your work:')}</p>
          <Numbers label={t('Not checked yet')} stops={unchecked} onGo={onGo} />
        </>
      )}
      {unfinished.length > 0 && (
        <>
          <p>{t('These answers aren’t finished, so they don’t count. Tap a number to finish one:')}</p>
          <Numbers label={t('Unfinished')} stops={unfinished} onGo={onGo} />
        </>
      )}
      {missing.length > 0 ? (
        <>
          <p>{t('Not answered yet. Tap a number to go there:')}</p>
          <Numbers label={t('Not answered yet')} stops={missing} onGo={onGo} />
        </>
      ) : work.adaptive && !work.enough ? (
        <p>{t('There are more questions to come. With more answers, the result is more certain.')}</p>
      ) : (
        unread.length + unfinished.length === 0 && <p>{t('You have answered every question. Well done!')}</p>
      )}
      {missing.length + unfinished.length + unchecked.length + unread.length > 0 && (
        <p>{t('Once it’s handed in, you can’t change your answers.')}</p>
      )}
    </>
  )
}

type NumbersProps = { label: string; stops: readonly Stop[]; onGo: () => void }

/** Question numbers that link to the questions. */
const Numbers = ({ label, stops, onGo }: NumbersProps) => (
  <ul className={`${style.missing} cluster gap-2`} aria-label={label}>
    {stops.map(({ ref, question }) => (
      <li key={question.sequenceQuesNum}>
        <Link
          to={links(ref).question}
          onClick={onGo}
          aria-label={t('Question {num}', { num: numberOf(question) })}
        >
          {numberOf(question)}
        </Link>
      </li>
    ))}
  </ul>
)
