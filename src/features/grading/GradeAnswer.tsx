import { useQueryClient } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import type { StaffQuestion } from '#features/practice/assigning/api.ts'
import { refusalReasons, workCan } from '#features/practice/work-actions.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { TextAreaField } from '#ui/TextAreaField.tsx'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { Form } from '#ui/Form.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { givenAnswers } from './answers/api.ts'
import style from './GradeAnswer.module.css'
import { Quarters } from './Quarters.tsx'
import { gradeWords, type Quarter } from './rules.ts'
import { useAuthor } from './use-author.ts'

type GradeAnswerProps = { studentId: string; workId: string; question: StaffQuestion }
type Answer = StaffQuestion['history'][number]
type GradeChange = { grade?: Quarter | null; comment?: string }
type AnswerRef = { answerId: string; ifMatch: number }

/**
 * Unsent comments by author and question. They are kept when a tablet returns to its start page or another
 * answer arrives, but other people who use the tablet don't see or send them.
 */
const drafts = new Map<string, string>()

/**
 * Returns a function that sends a grade or comment on the last answer, along with the version that was shown,
 * and offers Undo.
 */
function useGrade(
  { studentId: id, workId: itemId, question: { kind, sequenceQuesNum: n } }: GradeAnswerProps,
  onSent: (change: GradeChange) => void,
) {
  const { chosen: by } = useAuthor()
  const queries = useQueryClient()
  const send = useSend(givenAnswers[kind].grade, {
    onError: (error) =>
      toast(
        error instanceof Problem && error.status === 412
          ? t('A colleague has changed this in the meantime.')
          : sentenceFor(error),
        'error',
      ),
    // The work, its lists and the queue are shown in many places, and any of them may have changed.
    onSettled: () => queries.invalidateQueries(),
  })
  const save = (change: GradeChange, before: GradeChange, ref: AnswerRef, words: string) =>
    send.mutate(
      { id, itemId, n, ...change, by, ...ref },
      {
        onSuccess: ({ version }) => {
          onSent(change)
          toast(words, 'success', {
            label: t('Undo'),
            act: () => save(before, change, { ...ref, ifMatch: version }, t('Undone.')),
          })
        },
      },
    )
  return { save, busy: send.isPending }
}

/**
 * Form to grade and comment on the last answer to a question, on the page of the student's work (spec §2,
 * §7). Renders nothing if there is no answer.
 */
export function GradeAnswer(props: GradeAnswerProps) {
  const [last] = props.question.history
  const { author } = useAuthor()
  const name = `${author} ${props.workId} ${props.question.sequenceQuesNum}`
  return last ? <Grading key={name} name={name} {...props} answer={last} /> : null
}

/** Form for one answer. `name` is the key of its unsent comment in `drafts`. */
function Grading({ answer, name, ...props }: GradeAnswerProps & { answer: Answer; name: string }) {
  const { kind, state } = props.question
  const [typed, setTyped] = useState(drafts.get(name) ?? null)
  const write = (text: string | null) => {
    if (text === null) drafts.delete(name)
    else drafts.set(name, text)
    setTyped(text)
  }
  // Don't discard text that was typed while the comment was being sent.
  const { save, busy } = useGrade(props, (sent) => drafts.get(name)?.trim() === sent.comment && write(null))
  const kept = answer.comment ?? ''
  const text = typed ?? kept
  const now = text.trim()
  const ref = { answerId: answer._id, ifMatch: answer.version }
  const before = { comment: kept, grade: answer.grade as Quarter | null }
  const comment = now === kept ? {} : { comment: now }
  const unchanged = t(kept === '' ? 'Write something first.' : 'Change the comment first.')
  const give = (grade: Quarter | null) => {
    const was = { grade: before.grade, ...(now !== kept && { comment: kept }) }
    save(
      { grade, ...comment },
      was,
      ref,
      grade === null ? t('Grade removed.') : t('Graded {grade}.', { grade: gradeWords(grade) }),
    )
  }
  return (
    <section className={`${style.box} grid gap-3 card pad-4`} aria-labelledby="grade">
      <h2 id="grade">{t('Grade and comment')}</h2>
      {workCan('grade', { kind, state }) ? (
        <>
          <Quarters
            of={t('the last answer')}
            keys={false}
            given={answer.grade}
            onGrade={(quarter) => !busy && give(quarter)}
          />
          {answer.grade !== null && (
            <Button kind="quiet" busy={busy} onClick={() => give(null)}>
              {t('Remove the grade')}
            </Button>
          )}
        </>
      ) : (
        <p className="fine-print">{t(refusalReasons.grade)}</p>
      )}
      <Form
        className={`${style.comment} grid gap-3`}
        onSubmit={() => {
          if (now === kept || busy) return
          save({ comment: now }, { comment: kept }, ref, t(now === '' ? 'Comment removed.' : 'Comment sent.'))
        }}
      >
        <TextAreaField
          label={t('Comment on the last answer')}
          required={false}
          hint={t(
            kind === 'homework'
              ? 'The student sees it right away.'
              : 'The student sees it when the work is returned.',
          )}
          rows={3}
          maxLength={1000}
          value={text}
          onChange={write}
        />
        <Button
          type="submit"
          icon={<MessageSquareText aria-hidden />}
          busy={busy}
          reason={now === kept ? unchanged : null}
        >
          {t(kept === '' ? 'Send' : 'Change')}
        </Button>
      </Form>
    </section>
  )
}
