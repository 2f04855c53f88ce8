import { PenLine } from 'lucide-react'
import { type ReactNode, useContext, useState } from 'react'
import { GradeAnswer } from './GradeAnswer.tsx'
import { QuestionStatement } from '#features/questions/answering/QuestionStatement.tsx'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Content } from '#ui/Content.tsx'
import { ReadOnly } from '#ui/read-only.ts'
import { may, useMe } from '#web/session.tsx'
import type { StaffQuestion } from '#features/practice/assigning/api.ts'
import { AnswerReview } from '#features/practice/AnswerReview.tsx'
import { AnswerHistory } from './AnswerHistory.tsx'
import { AnswerKey } from './AnswerKey.tsx'
import { DrawnQuestion } from '#features/practice/whiteboard/DrawnQuestion.tsx'
import style from '#features/practice/review/Looking.module.css'
import { useWorkStudent } from '#features/practice/review/use-work-student.ts'

type GivenQuestionProps = {
  workId: string
  question: StaffQuestion
  /** Button that loads earlier answers. */ children: ReactNode
}

/**
 * One question of a student's work, for staff: the question as the student saw it, with the current verdict,
 * the solution, the opened hints, and the stored answers.
 */
export function GivenQuestion({ workId, question, children }: GivenQuestionProps) {
  const me = useMe()
  const { studentId, viewer } = useWorkStudent()
  const readOnly = useContext(ReadOnly)
  const [begins, setBegins] = useState(false)
  const grades = may(me, 'work.grade') && readOnly === null
  const isDrawn = question.whiteboard || begins
  return (
    <div className={`${style.question} grid top gap-4`}>
      <div className={`${style.asked} grid gap-4 shrinks`}>
        <section className={`${style.box} card pad-4 shrinks`} aria-label={t('As the student saw it')}>
          {isDrawn ? (
            <DrawnQuestion of={{ viewer, workId }} question={question}>
              <QuestionStatement question={question} />
            </DrawnQuestion>
          ) : (
            <QuestionStatement question={question} />
          )}
          {grades && !isDrawn && (
            <Button kind="quiet" icon={<PenLine aria-hidden />} onClick={() => setBegins(true)}>
              {t('Draw on the question')}
            </Button>
          )}
          <AnswerReview question={question} viewer="staff" />
        </section>
        <section className={`${style.box} card pad-4 shrinks`} aria-labelledby="solution">
          <h2 id="solution">{t('Solution')}</h2>
          <AnswerKey {...question} />
        </section>
        {question.hints.length > 0 && <OpenedHints question={question} />}
      </div>
      <div className={`${style.asked} grid gap-4 shrinks`}>
        {grades && <GradeAnswer studentId={studentId} workId={workId} question={question} />}
        <AnswerHistory question={question}>{children}</AnswerHistory>
      </div>
    </div>
  )
}

function OpenedHints({ question: { hints, hintSteps } }: { question: StaffQuestion }) {
  return (
    <section className={`${style.box} card pad-4 shrinks`} aria-labelledby="hints">
      <h2 id="hints">{t('Hints opened: {count} of {hintSteps}', { count: hints.length, hintSteps })}</h2>
      <ol className={`${style.hints} bullets grid gap-3`}>
        {hints.map(({ num, content }) => (
          <li key={num}>
            <Content nodes={content} />
          </li>
        ))}
      </ol>
    </section>
  )
}
