import { Check, Hourglass, X } from 'lucide-react'
import type { WorkQuestion } from '#features/practice/api.ts'
import { Comment, Solution } from '#features/practice/Judgment.tsx'
import { isOpen } from '#features/practice/rules.ts'
import { QuestionStatement } from '#features/questions/answering/QuestionStatement.tsx'
import { ReadOnlyFields } from '#features/questions/answering/ReadOnlyFields.tsx'
import { Content } from '#ui/Content.tsx'
import { HintSteps } from '#ui/HintSteps.tsx'
import style from './ChildQuestion.module.css'
import { answerWords } from './rules.ts'

/** A question with the child's answer and, as far as they may be shown, its verdict, comment, solution and hints. */
export function ChildQuestion({ question, section }: { question: WorkQuestion; section: string }) {
  const { shown, given, verdict, answers, comment, solution, hints } = question
  const told = answerWords(question)
  return (
    <article className={style.question} aria-label="Question">
      <p className={style.section}>{section}</p>
      <QuestionStatement question={question} />
      <section aria-labelledby="answer">
        <h2 id="answer">Your child’s answer</h2>
        {answers === 0 ? (
          <p className={style.none}>{isOpen(question) ? 'No answer yet.' : 'Not answered.'}</p>
        ) : (
          <ReadOnlyFields shown={shown} given={given} verdict={verdict} />
        )}
        {told && <Told {...told} />}
        {comment && <Comment comment={comment} />}
      </section>
      {solution && !question.solved && (
        <section aria-labelledby="solution">
          <h2 id="solution">The right answer</h2>
          <Solution shown={shown} solution={solution} />
        </section>
      )}
      {hints.length > 0 && (
        <section aria-labelledby="hints">
          <h2 id="hints">Hints used</h2>
          <HintSteps
            steps={hints.map(({ num, content }) => (
              <Content key={num} nodes={content} />
            ))}
            total={hints.length}
            onMore={() => {}}
          />
        </section>
      )}
    </article>
  )
}

const icons = { right: Check, wrong: X, waits: Hourglass }

/** Verdict as a sentence. */
function Told({ look, words }: NonNullable<ReturnType<typeof answerWords>>) {
  const Icon = icons[look]
  return (
    <p className={style.told} data-look={look}>
      <Icon aria-hidden /> {words}
    </p>
  )
}
