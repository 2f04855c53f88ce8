import { Link } from '@tanstack/react-router'
import { ClipboardCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#shared/language.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Celebration } from '#ui/Celebration.tsx'
import { useTitle } from '#web/title.ts'
import type { Work } from './api.ts'
import style from './Finished.module.css'
import { QuestionMap } from './QuestionMap.tsx'
import page from './QuestionPage.module.css'
import type { FamilyViewer, Stop } from './question-ref.ts'
import { figuresInWords, deservesCelebration, isOpen } from './rules.ts'

/** Result of a test, or a message while it is being graded. An assessment never shows its result. */
function ResultMessage({ work }: { work: Work }) {
  if (work.kind === 'assessment') return <p>{t('Your teacher will talk with you about it.')}</p>
  if (work.state !== 'returned' || work.correct === null)
    return <p>{t('Your test is being graded. Your result will show up here.')}</p>
  return <p>{figuresInWords(work)}.</p>
}

/** Page shown right after a test or an assessment has been completed. */
export function JustFinished({ work, onLook }: { work: Work; onLook: () => void }) {
  const { kind, name } = work
  useTitle(name)
  return (
    <section className={`${style.panel} grid gap-4 text-center surface`}>
      <h1>{name}</h1>
      <Celebration
        word={kind === 'test' ? t('Test complete!') : t('Assessment complete!')}
        quiet={!deservesCelebration(work)}
      >
        <ResultMessage work={work} />
      </Celebration>
      <div className={`${style.actions} cluster to-middle gap-3`}>
        <Button onClick={onLook}>{t('Look at my answers')}</Button>
        <Link to="/student" className={buttonClass({ kind: 'primary' })}>
          {t('Home')}
        </Link>
      </div>
    </section>
  )
}

/**
 * One-line summary of the result, above the questions. For a returned assessment, states instead that each
 * question shows the right answer.
 */
export const Finished = ({ work }: { work: Work }) => (
  <div className={`${style.line} row middle gap-3 pad-3-4 info-ground rounded`}>
    <ClipboardCheck aria-hidden />
    {work.kind === 'assessment' && work.state === 'returned' ? (
      <p>{t('Your teacher has returned this. Each question shows the right answer and how to get there.')}</p>
    ) : (
      <ResultMessage work={work} />
    )}
  </div>
)

type TestOverviewProps = {
  work: Work
  stops: readonly Stop<FamilyViewer>[]
  at: number
  onComplete: (() => void) | null
  children: ReactNode
}

/** Name, result and questions of a test or assessment, with a button to complete it from any question. */
export function TestOverview({ work, stops, at, onComplete, children }: TestOverviewProps) {
  const answered = stops.filter(({ question }) => question.answered).length
  return (
    <>
      <div className={`${page.where} row middle apart gap-4`}>
        <p>
          <strong>{work.name}</strong>
          {isOpen(work) && (
            <span data-figures>
              {work.adaptive
                ? t('{answered} answered, up to {most} in total', { answered, most: work.questions })
                : t('{answered} of {of} answered', { answered, of: stops.length })}
            </span>
          )}
        </p>
        {onComplete && <Button onClick={onComplete}>{t('Hand in')}</Button>}
      </div>
      {children}
      <QuestionMap work={work} stops={stops} current={stops[at]?.question.sequenceQuesNum ?? 0} />
    </>
  )
}
