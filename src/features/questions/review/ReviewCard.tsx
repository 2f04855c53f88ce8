import { useQuery } from '@tanstack/react-query'
import { CircleCheck, MessageSquareReply, Pencil } from 'lucide-react'
import { StatusMark } from '#features/material/StatusMark.tsx'
import { counted, factLine } from '#shared/text.ts'
import { translateSentence, t } from '#shared/language.ts'
import { BulletList } from '#ui/BulletList.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { read } from '#web/api.ts'
import { QuestionStatement } from '../answering/QuestionStatement.tsx'
import { ReadOnlyFields } from '../answering/ReadOnlyFields.tsx'
import { figures } from '../figures/api.ts'
import { QuestionFigures } from '../figures/QuestionFigures.tsx'
import { QuestionLink } from '../listing/QuestionLink.tsx'
import { authorWords, canBeDrawn, renderedBy, show, solutionOf, withoutBlanks } from '../rules.ts'
import type { QuestionToReview } from './api.ts'
import { isUnexplained, reasonWords } from './reasons.ts'
import { ReviewNote } from './ReviewNote.tsx'
import style from './Review.module.css'

type ReviewCardProps = { question: QuestionToReview; onApprove: () => void; onSendBack: () => void }

/** The question to review, with its solution, the reasons for the review, and buttons to decide on it. */
export function ReviewCard({ question, onApprove, onSendBack }: ReviewCardProps) {
  const { _id, num, status, reasons, author, note, faults, course, level, chapter, section, test } = question
  const place = { levelId: question.levelId, chapterNum: question.chapterNum, sectionNum: section.num, test }
  return (
    <section className={`${style.card} card stack gap-3 pad-4`} aria-label={t('Question to review')}>
      <header className="stack gap-1">
        <p className="small quiet breakable">
          {[course, level, chapter, test ? `${t('Test')} · ${section.name}` : section.name].join(' › ')}
        </p>
        <div className="cluster middle gap-1-3">
          <h2>{t('Question {num}', { num })}</h2>
          <StatusMark status={status} />
        </div>
        <p className="small" data-figures>
          {factLine([
            ...reasons.map((reason) => t(reasonWords[reason])),
            author && t('by {author}', { author }),
          ])}
        </p>
      </header>
      <ReviewNote note={note} />
      {faults.length > 0 && <BulletList lines={faults.map((fault) => translateSentence(fault))} />}
      <SolvedQuestion question={question} />
      <QuestionFigures id={_id} />
      <OftenWrong question={question} />
      <footer className="cluster gap-2">
        <Button
          kind="primary"
          icon={<CircleCheck aria-hidden />}
          aria-keyshortcuts="a"
          reason={status === 'error' ? t('It isn’t finished. Edit it or send it back.') : null}
          onClick={onApprove}
        >
          {t('Approve')} <kbd aria-hidden>a</kbd>
        </Button>
        <Button icon={<MessageSquareReply aria-hidden />} aria-keyshortcuts="s" onClick={onSendBack}>
          {t('Send back')} <kbd aria-hidden>s</kbd>
        </Button>
        <QuestionLink place={place} id={_id} className={buttonClass({})} aria-keyshortcuts="Enter">
          <Pencil aria-hidden /> {t('Edit')} <kbd aria-hidden>↵</kbd>
        </QuestionLink>
      </footer>
    </section>
  )
}

/** The question as students see it, and its right answer. */
function SolvedQuestion({
  question: { instructions, rendered, visual, answers },
}: {
  question: QuestionToReview
}) {
  const { texts, content } = rendered
  return (
    <div className={style.question}>
      <QuestionStatement
        question={{
          instructions: instructions === '' ? [] : (texts[instructions] ?? [instructions]),
          content,
          visual,
        }}
      />
      {canBeDrawn(answers) && (
        <>
          <h3>{t('Right answer')}</h3>
          <ReadOnlyFields
            shown={show(withoutBlanks(answers), renderedBy(texts))}
            given={solutionOf(answers)}
            model
          />
        </>
      )}
    </div>
  )
}

/** Frequent wrong answers that have no message yet. */
function OftenWrong({ question: { _id, answers, variables } }: { question: QuestionToReview }) {
  const { data } = useQuery(read(figures.ofQuestion, { id: _id }))
  // Wrong answers to a random question depend on the variant, so they are listed in its editor instead.
  const wrong = variables
    ? []
    : (data?.wrongAnswers ?? []).filter(({ given }) => isUnexplained(answers, given))
  if (wrong.length === 0) return null
  return (
    <section className="stack gap-1" aria-label={t('Frequent wrong answers')}>
      <h3>{t('Frequent wrong answers')}</h3>
      <BulletList
        lines={wrong.map(({ given, children }) =>
          factLine([authorWords(answers, given), counted(children, 'student')]),
        )}
      />
    </section>
  )
}
