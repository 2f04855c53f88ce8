import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import type { StaffQuestion } from '#features/practice/giving/api.ts'
import { whyNot, workCan } from '#features/practice/rules.ts'
import { Problem } from '#shared/problem.ts'
import { plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { useSend } from '#web/api.ts'
import { sentenceFor, snack } from '#web/snack.tsx'
import { givenAnswers } from './answers/api.ts'
import style from './GradeAnswer.module.css'
import { Quarters } from './Quarters.tsx'
import { gradeWords, type Quarter } from './rules.ts'

type GradeAnswerProps = { studentId: string; workId: string; question: StaffQuestion }
type Answer = StaffQuestion['history'][number]
type Said = { grade?: Quarter | null; comment?: string }

/** What was typed and not sent stays while a device goes back to its chooser. */
const drafts = new Map<string, string>()

/** Sends what is said of a question's last answer, with the way back to what stood there. */
function useSaying({ studentId: id, workId: itemId, question: { kind, sequenceQuesNum: n } }: GradeAnswerProps) {
  const { userId: by } = useParams({ strict: false })
  const queries = useQueryClient()
  const send = useSend(givenAnswers[kind].grade, {
    onError: (error) =>
      snack(error instanceof Problem && error.status === 412 ? 'A colleague has changed this meanwhile.' : sentenceFor(error), 'error'),
    // The work, its lists and the queue stand in many places, and all of them may differ now.
    onSettled: () => queries.invalidateQueries(),
  })
  const say = (said: Said, before: Said, version: number, words: string) =>
    send.mutate(
      { id, itemId, n, ...said, by, ifMatch: version },
      {
        onSuccess: (after) => {
          drafts.delete(after._id)
          snack(words, 'success', { label: 'Undo', act: () => say(before, said, after.version, 'Taken back.') })
        },
      },
    )
  return { say, busy: send.isPending }
}

/** The last answer to a question of a student's work, to be graded and written about where it stands (spec §2, §7). Nothing while there is none. */
export function GradeAnswer(props: GradeAnswerProps) {
  const [last] = props.question.history
  return last ? <Grading key={last._id} {...props} answer={last} /> : null
}

function Grading({ answer, ...props }: GradeAnswerProps & { answer: Answer }) {
  const { kind, state } = props.question
  const { say, busy } = useSaying(props)
  const kept = plain(answer.comment ?? '')
  const [text, setText] = useState(drafts.get(answer._id) ?? kept)
  const now = text.trim()
  const before = { comment: kept, grade: answer.grade as Quarter | null }
  const comment = now === kept ? {} : { comment: now }
  const give = (grade: Quarter | null) => {
    const was = { grade: before.grade, ...(now !== kept && { comment: kept }) }
    say({ grade, ...comment }, was, answer.version, grade === null ? 'The grade is taken back.' : `${gradeWords(grade)} is given.`)
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
          say({ comment: now }, { comment: kept }, answer.version, now === '' ? 'The comment is taken away.' : 'The comment is sent.')
        }}
      >
        <Field
          label="Comment on the last answer"
          required={false}
          hint={kind === 'homework' ? 'The student sees it at once.' : 'The student sees it when the work is returned.'}
        >
          {(wiring) => (
            <textarea
              {...wiring}
              rows={3}
              maxLength={1000}
              value={text}
              onChange={({ target }) => {
                drafts.set(answer._id, target.value)
                setText(target.value)
              }}
            />
          )}
        </Field>
        <Button type="submit" icon={<MessageSquareText aria-hidden />} busy={busy} reason={now === kept ? 'Write something first.' : null}>
          {kept === '' ? 'Send' : 'Change'}
        </Button>
      </form>
    </section>
  )
}
