import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight, BookOpen } from 'lucide-react'
import { useMemo } from 'react'
import type { Work } from '#features/practice/api.ts'
import { QuestionMap } from '#features/practice/QuestionMap.tsx'
import { FailedQuestion, QuestionPage } from '#features/practice/QuestionPage.tsx'
import { isOpen, kindTitles } from '#features/practice/rules.ts'
import { endpointsOf, questionRead, workRead } from '#features/practice/use-own-work.ts'
import { useQuestionRef } from '#features/practice/use-question-ref.ts'
import {
  outboxSubject,
  asParent,
  childOf,
  type FamilyViewer,
  homeLink,
  isSameQuestion,
  links,
  type QuestionRef,
  type Stop,
  stopsOf,
} from '#features/practice/question-ref.ts'
import { t } from '#shared/language.ts'
import { buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Page } from '#ui/Page.tsx'
import { useLive } from '#web/live.ts'
import { useTitle } from '#web/title.ts'
import { ChildQuestion } from './ChildQuestion.tsx'
import style from './ChildQuestion.module.css'
import { standingWords } from './rules.ts'

/**
 * Page for a question in a child's work. While an assessment is open, parent and child do it together (spec
 * §7).
 */
export function ChildQuestionPage() {
  const { studentId = '' } = useParams({ strict: false })
  const viewer = useMemo(() => asParent(studentId), [studentId])
  const of = useQuestionRef(viewer)
  const { data } = useQuery(workRead(of))
  return of.kind === 'assessment' && data && isOpen(data) ? (
    <QuestionPage key={of.workId} of={of} />
  ) : (
    <ReadOnlyQuestionPage of={of} />
  )
}

/**
 * Read-only page for a question in a child's work: the question, the answer, and the verdict if it may be
 * shown.
 */
function ReadOnlyQuestionPage({ of }: { of: QuestionRef<FamilyViewer> }) {
  const work = useQuery(workRead(of))
  useLive(`student:${childOf(of.viewer)}`, ['work', 'answer'], Object.values(endpointsOf(of)))
  return (
    <Page width="narrow" centered padded>
      <BackLink of={of} work={work.data} />
      {work.data ? (
        <QuestionView of={of} work={work.data} />
      ) : work.error ? (
        <FailedQuestion error={work.error} onRetry={() => void work.refetch()} />
      ) : (
        <Skeleton label={t('Loading the question')} lines={4} />
      )}
    </Page>
  )
}

/**
 * Link back from a question: to the homework's sections, to the assessment's report once it exists, or
 * otherwise to the child's page.
 */
function BackLink({ of, work }: { of: QuestionRef<FamilyViewer>; work: Work | undefined }) {
  const { sections, report } = links(of)
  const [to, words] =
    of.kind === 'homework'
      ? [sections, work ? work.name : t('Homework')]
      : work?.report
        ? [report, t('Report')]
        : [homeLink(of.viewer), t('Back')]
  return (
    <Link
      to={to}
      className={`${style.back} inline-row middle gap-2 quiet bold breakable target no-underline`}
    >
      <ArrowLeft aria-hidden /> {words}
    </Link>
  )
}

function QuestionView({ of, work }: { of: QuestionRef<FamilyViewer>; work: Work }) {
  const stops = stopsOf(work, of.viewer)
  const at = stops.findIndex((stop) => isSameQuestion(stop.ref, of))
  const question = useQuery({ ...questionRead(of), enabled: at >= 0 })
  useTitle(work.name)
  if (work.state === 'assigned')
    return (
      <>
        <h1>{work.name}</h1>
        <EmptyState icon={<BookOpen aria-hidden />} title={t('Not started yet')}>
          {t('Once your child starts, the questions will appear here with the answers.')}
        </EmptyState>
      </>
    )
  const words = standingWords(work)
  return (
    <>
      <header className={`${style.head} grid gap-1 breakable`}>
        <p>
          {namesKind(work) ? '' : `${t(kindTitles[work.kind])} · `}
          {work.name}
        </p>
        <h1>
          {at < 0 ? t('Question not found') : t('Question {num} of {of}', { num: at + 1, of: stops.length })}
        </h1>
        {at < 0 ? <p>{t('Choose one of these.')}</p> : words && <p>{words}</p>}
      </header>
      <QuestionMap work={work} stops={stops} current={at + 1} />
      {question.data ? (
        <ChildQuestion
          key={outboxSubject(of)}
          of={of}
          question={question.data}
          section={stops[at]?.section ?? ''}
        />
      ) : question.error ? (
        <FailedQuestion error={question.error} onRetry={() => void question.refetch()} />
      ) : (
        at >= 0 && <Skeleton label={t('Loading the question')} lines={4} />
      )}
      {at >= 0 && <NeighborLinks previous={stops[at - 1]} next={stops[at + 1]} />}
    </>
  )
}

/** True if the name of the work contains its kind: `Homework 2`. */
const namesKind = ({ kind, name }: Work) => name.toLowerCase().includes(kind)

function NeighborLinks({ previous, next }: { previous: Stop | undefined; next: Stop | undefined }) {
  return (
    <nav className={`${style.ways} row gap-3`} aria-label={t('Previous and next question')}>
      {previous && (
        <Link to={links(previous.ref).question} className={buttonClass({ kind: 'secondary' })}>
          <ArrowLeft aria-hidden /> {t('Previous')}
        </Link>
      )}
      {next && (
        <Link to={links(next.ref).question} className={buttonClass({ kind: 'primary' })} data-next>
          {t('Next')} <ArrowRight aria-hidden />
        </Link>
      )}
    </nav>
  )
}
