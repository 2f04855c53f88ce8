import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import type { StaffQuestion } from '#features/practice/assigning/api.ts'
import { whyNot, workCan } from '#features/practice/rules.ts'
import { Problem } from '#shared/problem.ts'
import { plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { givenAnswers } from './answers/api.ts'
import style from './GradeAnswer.module.css'
import { Quarters } from './Quarters.tsx'
import { gradeWords, type Quarter } from './rules.ts'

type GradeAnswerProps = { studentId: string; workId: string; question: StaffQuestion }
type Answer = StaffQuestion['history'][number]
type Said = { grade?: Quarter | null; comment?: string }
type Seen = { answerId: string; ifMatch: number }

/** What was typed about a question and not sent: it stays while a device goes back to its chooser, and when another answer comes meanwhile. */
const drafts = new Map<string, string>()

const nameOf = ({ workId, question }: GradeAnswerProps) => `${workId} ${question.sequenceQuesNum}`

/** Sends what is said of a question's last answer, as it was seen, with the way back to what stood there. */
function useSaying(
  { studentId: id, workId: itemId, question: { kind, sequenceQuesNum: n } }: GradeAnswerProps,
  onSaid: (said: Said) => void,
) {
  const { userId: by } = useParams({ strict: false })
  const queries = useQueryClient()
  const send = useSend(givenAnswers[kind].grade, {
    onError: (error) =>
      toast(error instanceof Problem && error.status === 412 ? 'A colleague has changed this meanwhile.' : sentenceFor(error), 'error'),
    // The work, its lists and the queue stand in many places, and all of them may differ now.
    onSettled: () => queries.invalidateQueries(),
  })
  const say = (said: Said, before: Said, seen: Seen, words: string) =>
    send.mutate(
      { id, itemId, n, ...said, by, ...seen },
      {
        onSuccess: ({ version }) => {
          onSaid(said)
          toast(words, 'success', { label: 'Undo', act: () => say(before, said, { ...seen, ifMatch: version }, 'Taken back.') })
        },
      },
    )
  return { say, busy: send.isPending }
}

/** The last answer to a question of a student's work, to be graded and written about where it stands (spec §2, §7). Nothing while there is none. */
export function GradeAnswer(props: GradeAnswerProps) {
  const [last] = props.question.history
  return last ? <Grading key={nameOf(props)} {...props} answer={last} /> : null
}

function Grading({ answer, ...props }: GradeAnswerProps & { answer: Answer }) {
  const { kind, state } = props.question
  const name = nameOf(props)
  const [typed, setTyped] = useState(drafts.get(name) ?? null)
  const write = (text: string | null) => {
    if (text === null) drafts.delete(name)
    else drafts.set(name, text)
    setTyped(text)
  }
  // What was typed since is still to be sent.
  const { say, busy } = useSaying(props, (said) => drafts.get(name)?.trim() === said.comment && write(null))
  const kept = plain(answer.comment ?? '')
  const text = typed ?? kept
  const now = text.trim()
  const seen = { answerId: answer._id, ifMatch: answer.version }
  const before = { comment: kept, grade: answer.grade as Quarter | null }
  const comment = now === kept ? {} : { comment: now }
  const give = (grade: Quarter | null) => {
    const was = { grade: before.grade, ...(now !== kept && { comment: kept }) }
    say({ grade, ...comment }, was, seen, grade === null ? 'The grade is taken back.' : `${gradeWords(grade)} is given.`)
  }
  return (
    <section className={style.box} aria-labelledby="grade">
      <h2 id="grade">Grade and comment</h2>
      {workCan('grade', { kind, state }) ? (
        <>
          <Quarters of="the last answer" keys={false} given={answer.grade} onGrade={(quarter) => !busy && give(quarter)} />
          {answer.grade !== null && (
            <Button kind="quiet" busy={busy} onClick={() => give(null)}>
              Take the grade back
            </Button>
          )}
        </>
      ) : (
        <p className={style.quiet}>{whyNot.grade}</p>
      )}
      <form
        className={style.comment}
        onSubmit={(event) => {
          event.preventDefault()
          if (now === kept || busy) return
          say({ comment: now }, { comment: kept }, seen, now === '' ? 'The comment is taken away.' : 'The comment is sent.')
        }}
      >
        <Field
          label="Comment on the last answer"
          required={false}
          hint={kind === 'homework' ? 'The student sees it at once.' : 'The student sees it when the work is returned.'}
        >
          {(wiring) => <textarea {...wiring} rows={3} maxLength={1000} value={text} onChange={({ target }) => write(target.value)} />}
        </Field>
        <Button type="submit" icon={<MessageSquareText aria-hidden />} busy={busy} reason={now === kept ? 'Write something first.' : null}>
          {kept === '' ? 'Send' : 'Change'}
        </Button>
      </form>
    </section>
  )
}
