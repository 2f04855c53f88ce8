import type { WorkQuestion } from '#features/practice/api.ts'
import { AnswerReview, Comment, Solution } from '#features/practice/AnswerReview.tsx'
import { isOpen } from '#features/practice/rules.ts'
import { DrawnQuestion } from '#features/practice/whiteboard/DrawnQuestion.tsx'
import { QuestionStatement } from '#features/questions/answering/QuestionStatement.tsx'
import type { FamilyViewer, QuestionRef } from '#features/practice/question-ref.ts'
import { t } from '#shared/language.ts'
import { Content } from '#ui/Content.tsx'
import { HintSteps } from '#ui/HintSteps.tsx'
import style from './ChildQuestion.module.css'

type ChildQuestionProps = { of: QuestionRef<FamilyViewer>; question: WorkQuestion; section: string }

/**
 * A question with the child's answer and, if the parent may see them, the verdict, comment, solution and
 * hints.
 */
export function ChildQuestion({ of, question, section }: ChildQuestionProps) {
  const { shown, comment, solution, hints } = question
  return (
    <article className={`${style.question} grid column surface`} aria-label={t('Question')}>
      <p className={`${style.section} small`}>{section}</p>
      {question.whiteboard ? (
        <DrawnQuestion of={of} question={question}>
          <QuestionStatement question={question} />
        </DrawnQuestion>
      ) : (
        <QuestionStatement question={question} />
      )}
      <section aria-labelledby="answer">
        <h2 id="answer">{t('Your child’s answer')}</h2>
        <AnswerReview question={question} viewer="parent" />
        {comment && <Comment comment={comment} />}
      </section>
      {solution && !question.solved && (
        <section aria-labelledby="solution">
          <h2 id="solution">{t('The right answer')}</h2>
          <Solution shown={shown} solution={solution} />
        </section>
      )}
      {hints.length > 0 && (
        <section aria-labelledby="hints">
          <h2 id="hints">{isOpen(question) ? t('Hints used') : t('How to solve it')}</h2>
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
