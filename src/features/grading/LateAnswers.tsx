import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lateAnswers } from './late/api.ts'
import { counted as countedWords } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { useSend } from '#web/api.ts'
import { useClock } from '#web/clock.ts'
import { toast } from '#web/toast.tsx'
import type { LateAnswer, StaffQuestion } from '#features/practice/assigning/api.ts'
import style from '#features/practice/review/Looking.module.css'
import { answerText } from '#features/questions/rules.ts'
import { useWorkStudent } from '#features/practice/review/use-work-student.ts'

/**
 * Answers that arrived after the end of the work, or were overtaken by an answer from another device. Each
 * can be accepted.
 */
export function LateAnswers({ question: { shown, late } }: { question: StaffQuestion }) {
  if (late.length === 0) return null
  return (
    <section aria-labelledby="late">
      <h3 id="late">{t('{count} set aside', { count: countedWords(late.length, 'answer') })}</h3>
      <ol className={`${style.answers} grid gap-3`}>
        {late.map((answer) => (
          <li key={answer._id}>
            <Late answer={answer} shown={shown} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Late({ answer, shown }: { answer: LateAnswer; shown: StaffQuestion['shown'] }) {
  const { _id: answerId, seq, given, typedAt, arrivedAt, overtaken, version } = answer
  const how = t(overtaken ? 'Written on another device' : 'Arrived late')
  const { studentId: id } = useWorkStudent()
  const { moment } = useClock()
  const { userId: by } = useParams({ strict: false })
  const queries = useQueryClient()
  const send = useSend(lateAnswers.count, {
    onSuccess: (after) => {
      const undo = () => count(after.seq === null, after.version)
      toast(t(after.seq === null ? 'This answer no longer counts.' : 'This answer counts now.'), 'success', {
        label: t('Undo'),
        act: undo,
      })
    },
    // Everything on the page concerns this student and may have changed.
    onSettled: () => queries.invalidateQueries(),
  })
  const count = (counted: boolean, ifMatch: number) => send.mutate({ id, answerId, counted, by, ifMatch })
  return (
    <article className={`${style.answer} grid gap-1`}>
      <header>
        <strong>
          {seq === null ? t('{how}, not counted', { how }) : t('{how}, counts as answer {seq}', { how, seq })}
        </strong>
        <time dateTime={arrivedAt}>
          {moment(arrivedAt)}
          {typedAt !== null && t(', written {moment}', { moment: moment(typedAt) })}
        </time>
      </header>
      <p className={`${style.given} bold breakable`}>{answerText(shown, given) || t('Empty')}</p>
      <Button kind="quiet" busy={send.isPending} onClick={() => count(seq === null, version)}>
        {t(seq === null ? 'Count this answer' : 'Don’t count it')}
      </Button>
    </article>
  )
}
