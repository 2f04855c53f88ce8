import { CircleCheck, CircleDashed, CircleSlash, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { GradeAnswer } from '#features/grading/GradeAnswer.tsx'
import { QuestionStatement } from '#features/questions/answering/QuestionStatement.tsx'
import { ReadOnlyFields } from '#features/questions/answering/ReadOnlyFields.tsx'
import { Content } from '#ui/Content.tsx'
import { may, useMe } from '#web/session.tsx'
import type { StaffQuestion } from '#features/practice/assigning/api.ts'
import { Solution } from '#features/practice/Judgment.tsx'
import { AnswerHistory } from './AnswerHistory.tsx'
import style from '#features/practice/review/Looking.module.css'
import { inForce } from '#features/practice/review/addresses.ts'
import { answerText } from '#features/questions/rules.ts'
import { useWhose } from '#features/practice/review/use-whose.ts'

type GivenQuestionProps = { workId: string; question: StaffQuestion; /** Loads earlier answers. */ children: ReactNode }

/** One question of a student's work as staff see it: the original question, the solution, the current verdict, and every stored answer. */
export function GivenQuestion({ workId, question, children }: GivenQuestionProps) {
  const me = useMe()
  const { studentId } = useWhose()
  return (
    <div className={style.question}>
      <div className={style.asked}>
        <section className={style.box} aria-label="As the student saw it">
          <QuestionStatement question={question} />
          <ReadOnlyFields shown={question.shown} given={question.given} verdict={question.verdict} />
          <InForce question={question} />
        </section>
        <section className={style.box} aria-labelledby="solution">
          <h2 id="solution">Solution</h2>
          {answerText(question.shown, question.solution) === '' ? (
            <p className="quiet">No model answer. Use your judgment.</p>
          ) : (
            <Solution shown={question.shown} solution={question.solution} />
          )}
        </section>
        {question.hints.length > 0 && <OpenedHints question={question} />}
      </div>
      <div className={style.asked}>
        {may(me, 'work.grade') && <GradeAnswer studentId={studentId} workId={workId} question={question} />}
        <AnswerHistory question={question}>{children}</AnswerHistory>
      </div>
    </div>
  )
}

const icons = { correct: CircleCheck, partial: CircleDashed, incorrect: CircleSlash, invalid: CircleSlash, ungraded: Clock }

/** Current verdict, including a person's grade, and the number of tries left. */
function InForce({ question }: { question: StaffQuestion }) {
  const { status, words } = inForce(question)
  const { triesLeft, solved, state } = question
  const Icon = status ? icons[status] : CircleDashed
  const tries = triesLeft !== null && !solved && state === 'started' ? ` ${triesLeft === 1 ? '1 try' : `${triesLeft} tries`} left.` : ''
  return (
    <p className={style.verdict} data-status={status ?? 'none'}>
      <Icon aria-hidden />
      <span>
        {words}
        {tries}
      </span>
    </p>
  )
}

function OpenedHints({ question: { hints, hintSteps } }: { question: StaffQuestion }) {
  return (
    <section className={style.box} aria-labelledby="hints">
      <h2 id="hints">
        Hints opened: {hints.length} of {hintSteps}
      </h2>
      <ol className={style.hints}>
        {hints.map(({ num, content }) => (
          <li key={num}>
            <Content nodes={content} />
          </li>
        ))}
      </ol>
    </section>
  )
}
