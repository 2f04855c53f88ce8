import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useOutbox } from '#web/outbox.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import type { Work } from './api.ts'
import style from './CompleteDialog.module.css'
import { kindWords } from './rules.ts'
import { about, type FamilyViewer, links, numberOf, refOf, type Stop, stopsOf } from './question-ref.ts'
import { useWorkChange } from './use-work-change.ts'

type CompleteDialogProps = {
  work: Work
  viewer: FamilyViewer
  open: boolean
  onClose: () => void
  onDone: (after: Work) => void
}

/**
 * Asks for confirmation before work is completed and lists unanswered questions (product §8). Waits for
 * answers that are still being sent.
 */
export function CompleteDialog({ work, viewer, open, onClose, onDone }: CompleteDialogProps) {
  const { unsent, failing } = useOutbox()
  const waiting = unsent.filter(({ about: name }) => refOf(name)?.workId === work._id).length
  const [failed, setFailed] = useState<string | null>(null)
  const complete = useWorkChange(
    { viewer, kind: work.kind, workId: work._id },
    {
      // Shown inside the dialog, because content behind an open dialog is inaccessible.
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
  const close = () => {
    setFailed(null)
    onClose()
  }
  const stops = stopsOf(work, viewer)
  const missing = stops.filter(({ question }) => !question.answered)
  const stuck = stops
    .filter(({ ref }) => failing.includes(about(ref)))
    .map(({ question }) => numberOf(question))
  return (
    <Dialog
      open={open}
      title={t('Hand in this {kind}?', { kind: t(kindWords[work.kind]) })}
      onClose={close}
      actions={
        <>
          <Button kind={missing.length > 0 ? 'primary' : 'secondary'} onClick={close}>
            {t('Keep working')}
          </Button>
          <Button
            kind={missing.length > 0 ? 'secondary' : 'primary'}
            busy={complete.isPending}
            reason={waiting > 0 ? t('Some answers are still being sent.') : null}
            onClick={() => {
              setFailed(null)
              complete.change('submitted')
            }}
          >
            {t('Hand in')}
          </Button>
        </>
      }
    >
      {missing.length > 0 ? (
        <Missing stops={missing} onGo={close} />
      ) : work.adaptive && !work.enough ? (
        <p>{t('There are more questions to come. With more answers, the result is more certain.')}</p>
      ) : (
        <p>{t('You have answered every question. Well done!')}</p>
      )}
      {failed && <p role="alert">{failed}</p>}
      {waiting > 0 && <OnTheWay waiting={waiting} stuck={stuck} />}
    </Dialog>
  )
}

/**
 * Explains why the work can't be completed yet. `stuck` lists the questions whose answers cause a server
 * error.
 */
function OnTheWay({ waiting, stuck }: { waiting: number; stuck: readonly number[] }) {
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

/** List of unanswered questions with links to them. */
function Missing({ stops, onGo }: { stops: readonly Stop[]; onGo: () => void }) {
  return (
    <>
      <p>{t('Not answered yet. Tap a number to go there:')}</p>
      <ul className={`${style.missing} cluster gap-2`} aria-label={t('Not answered yet')}>
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
      <p>{t('Once it’s handed in, you can’t change your answers.')}</p>
    </>
  )
}
