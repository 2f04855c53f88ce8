import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight, BookOpen } from 'lucide-react'
import type { Work } from '#features/practice/api.ts'
import { childsWork } from '#features/practice/answering/api.ts'
import { QuestionMap } from '#features/practice/QuestionMap.tsx'
import { QuestionPage } from '#features/practice/QuestionPage.tsx'
import { isOpen } from '#features/practice/rules.ts'
import { about, homePage, type Place, questionPage, questionRead, questionsOf, stopsOf, workRead } from '#features/practice/use-own-work.ts'
import { buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Page } from '#ui/Page.tsx'
import { useLive } from '#web/live.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useTitle } from '#web/title.ts'
import { ChildQuestion } from './ChildQuestion.tsx'
import style from './ChildQuestion.module.css'
import { kindTitles, outcomeWord, standingWords } from './rules.ts'

const homeworkPage = getRouteApi('/family/parent/students/$studentId/homework/$hwId/sections/$sectionNum/questions/$quesNum')
const assessmentPage = getRouteApi('/family/parent/students/$studentId/assessments/$assessmentId/questions/$quesNum')
const testPage = getRouteApi('/family/parent/students/$studentId/tests/$testId/questions/$quesNum')

/** Page of a question in a child's homework. */
export function ChildHomeworkQuestionPage() {
  const { studentId: child, hwId: id, sectionNum, quesNum } = homeworkPage.useParams()
  return <LookingPage place={{ kind: 'homework', id, s: Number(sectionNum), n: Number(quesNum), child }} />
}

/** Page of a question in a child's test, by its running number. */
export function ChildTestQuestionPage() {
  const { studentId: child, testId: id, quesNum } = testPage.useParams()
  return <LookingPage place={{ kind: 'test', id, s: null, n: Number(quesNum), child }} />
}

/** Page of a question in a child's assessment, by its running number. While the assessment is open, parent and child do it together (spec §7). */
export function ChildAssessmentQuestionPage() {
  const { studentId: child, assessmentId: id, quesNum } = assessmentPage.useParams()
  const place: Place = { kind: 'assessment', id, s: null, n: Number(quesNum), child }
  const { data } = useQuery(workRead(place))
  return data && isOpen(data) ? <QuestionPage key={id} place={place} /> : <LookingPage place={place} />
}

/** Read-only page of a question in a child's work: the question, the answer, and its verdict as far as it may be shown. */
function LookingPage({ place }: { place: Place }) {
  const { kind, child } = place
  const work = useQuery(workRead(place))
  useLive(`student:${child}`, ['work', 'answer'], [childsWork[kind].item, questionsOf(place)])
  return (
    <Page width="narrow" centered padded>
      <Back place={place} work={work.data} />
      {work.data ? (
        <Looking place={place} work={work.data} />
      ) : work.error ? (
        <Failed error={work.error} onRetry={() => void work.refetch()} />
      ) : (
        <Skeleton label="Loading the question" lines={4} />
      )}
    </Page>
  )
}

/** Link up from a question: to the homework's sections, to the assessment's report once it exists, else to the child. */
function Back({ place: { kind, id, child }, work }: { place: Place; work: Work | undefined }) {
  const studentId = String(child)
  if (kind === 'homework')
    return (
      <Link to="/parent/students/$studentId/homework/$hwId/sections" params={{ studentId, hwId: id }} className={style.back}>
        <ArrowLeft aria-hidden /> {work ? work.name : 'Homework'}
      </Link>
    )
  if (work?.report)
    return (
      <Link
        to="/parent/students/$studentId/assessments/$assessmentId/report"
        params={{ studentId, assessmentId: id }}
        className={style.back}
      >
        <ArrowLeft aria-hidden /> Report
      </Link>
    )
  return (
    <Link {...homePage(child)} className={style.back}>
      <ArrowLeft aria-hidden /> Back
    </Link>
  )
}

function Looking({ place, work }: { place: Place; work: Work }) {
  const stops = stopsOf(work, place.child)
  const at = stops.findIndex((stop) => about(stop.place) === about(place))
  const question = useQuery({ ...questionRead(place), enabled: at >= 0 })
  useTitle(work.name)
  if (work.state === 'assigned')
    return (
      <>
        <h1>{work.name}</h1>
        <EmptyState icon={<BookOpen aria-hidden />} title="Not started yet">
          Once your child starts, the questions will appear here with the answers.
        </EmptyState>
      </>
    )
  const words = standingWords(work)
  return (
    <>
      <header className={style.head}>
        <p>
          {namesKind(work) ? '' : `${kindTitles[work.kind]} · `}
          {work.name}
        </p>
        <h1>{at < 0 ? 'Question not found' : `Question ${at + 1} of ${stops.length}`}</h1>
        {at < 0 ? <p>Choose one of these.</p> : words && <p>{words}</p>}
      </header>
      <QuestionMap stops={stops} current={at + 1} wordOf={(_, dot) => outcomeWord(dot, work)} />
      {question.data ? (
        <ChildQuestion key={about(place)} question={question.data} section={stops[at]?.section ?? ''} />
      ) : question.error ? (
        <Failed error={question.error} onRetry={() => void question.refetch()} />
      ) : (
        at >= 0 && <Skeleton label="Loading the question" lines={4} />
      )}
      {at >= 0 && <Ways previous={stops[at - 1]?.place ?? null} next={stops[at + 1]?.place ?? null} />}
    </>
  )
}

/** True if the name of a work contains its kind: `Homework 2`. */
const namesKind = ({ kind, name }: Work) => name.toLowerCase().includes(kind)

function Ways({ previous, next }: { previous: Place | null; next: Place | null }) {
  return (
    <nav className={style.ways} aria-label="Previous and next question">
      {previous && (
        <Link {...questionPage(previous)} className={buttonClass({ kind: 'secondary' })}>
          <ArrowLeft aria-hidden /> Previous
        </Link>
      )}
      {next && (
        <Link {...questionPage(next)} className={buttonClass({ kind: 'primary' })} data-next>
          Next <ArrowRight aria-hidden />
        </Link>
      )}
    </nav>
  )
}

const Failed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <ErrorState page title="This question can’t be shown." message={sentenceFor(error)} onRetry={onRetry} />
)
