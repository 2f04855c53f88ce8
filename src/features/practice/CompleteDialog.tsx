import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useOutbox } from '#web/outbox.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import type { Work } from './api.ts'
import style from './CompleteDialog.module.css'
import { kindWords } from './rules.ts'
import { about, placeOf, questionPage, type Stop, stopsOf } from './use-own-work.ts'
import { useWorkChange } from './use-work-change.ts'

type CompleteDialogProps = { work: Work; child: string | null; open: boolean; onClose: () => void; onDone: (after: Work) => void }

/** Asks once before work is complete, and says what is still unanswered (product §8). It waits for answers that are on their way. */
export function CompleteDialog({ work, child, open, onClose, onDone }: CompleteDialogProps) {
  const { unsent, failing } = useOutbox()
  const waiting = unsent.filter((name) => placeOf(name)?.id === work._id).length
  const [failed, setFailed] = useState<string | null>(null)
  const complete = useWorkChange(
    { kind: work.kind, id: work._id, child },
    {
      // Said here: what lies behind an open dialog can't be reached.
      onError: (error) => setFailed(sentenceFor(error)),
      onDone: (after) => {
        onClose()
        // A child is told by a page of its own.
        if (child) toast(`The ${kindWords[work.kind]} is complete.`, 'success')
        onDone(after)
      },
    },
  )
  const close = () => {
    setFailed(null)
    onClose()
  }
  const stops = stopsOf(work, child)
  const missing = stops.filter(({ question }) => !question.answered)
  const stuck = stops.filter(({ place }) => failing.includes(about(place))).map(({ question }) => question.sequenceQuesNum)
  return (
    <Dialog
      open={open}
      title={`Complete this ${kindWords[work.kind]}?`}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Keep working</Button>
          <Button
            kind="primary"
            busy={complete.isPending}
            reason={waiting > 0 ? 'Some answers are still on their way.' : null}
            onClick={() => {
              setFailed(null)
              complete.change('submitted')
            }}
          >
            Complete
          </Button>
        </>
      }
    >
      {missing.length === 0 ? <p>You have answered every question. Well done!</p> : <Missing stops={missing} onGo={close} />}
      {failed && <p role="alert">{failed}</p>}
      {waiting > 0 && <OnTheWay waiting={waiting} stuck={stuck} />}
    </Dialog>
  )
}

/** Why it can't be completed yet; `stuck` are the questions whose answers the server fails at. */
function OnTheWay({ waiting, stuck }: { waiting: number; stuck: readonly number[] }) {
  if (stuck.length === 0)
    return <p>{waiting === 1 ? 'One answer is' : `${waiting} answers are`} still on the way. This takes a moment with a network.</p>
  return (
    <p>
      Something isn’t working at our end: what you answered to question {stuck.join(', ')} is kept here, and is sent again by itself. If it
      stays so, please tell somebody at your center.
    </p>
  )
}

/** What has no answer yet, each with the way there. */
function Missing({ stops, onGo }: { stops: readonly Stop[]; onGo: () => void }) {
  return (
    <>
      <p>Not answered yet:</p>
      <ul className={style.missing} aria-label="Not answered yet">
        {stops.map(({ place, question: { sequenceQuesNum } }) => (
          <li key={sequenceQuesNum}>
            <Link {...questionPage(place)} onClick={onGo} aria-label={`Question ${sequenceQuesNum}`}>
              {sequenceQuesNum}
            </Link>
          </li>
        ))}
      </ul>
      <p>Once it is complete, answers can no longer be changed.</p>
    </>
  )
}
