import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight, Hourglass } from 'lucide-react'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { read } from '#web/api.ts'
import { useClock } from '#web/clock.ts'
import { keepPrevious } from '#web/placeholder-data.ts'
import { useLive } from '#web/live.ts'
import { useTitle } from '#web/title.ts'
import { useKeys } from '#web/use-keys.ts'
import type { Work } from '#features/practice/api.ts'
import { givenWork, giving } from '#features/practice/assigning/api.ts'
import { stateWords } from '#features/practice/rules.ts'
import { AnswerMap } from '#features/practice/review/AnswerMap.tsx'
import { GivenQuestion } from './GivenQuestion.tsx'
import style from '#features/practice/review/Looking.module.css'
import { questionAddress, reportAddress, sectionsAddress, type Spot, spotsOf } from '#features/practice/review/addresses.ts'
import { spotRead, useWhose } from '#features/practice/review/use-spot.ts'
import { factsOf, standsAt, WorkHead } from '#features/practice/review/WorkHead.tsx'

/** Page …/assessments/{assessmentId}/questions/{quesNum} of a student. */
export function GivenAssessmentQuestionPage() {
  const { assessmentId: id = '', quesNum } = useParams({ strict: false })
  return <GivenQuestionPage spot={{ kind: 'assessment', id, s: null, n: Number(quesNum) }} />
}

/** Page …/tests/{testId}/questions/{quesNum} of a student. */
export function GivenTestQuestionPage() {
  const { testId: id = '', quesNum } = useParams({ strict: false })
  return <GivenQuestionPage spot={{ kind: 'test', id, s: null, n: Number(quesNum) }} />
}

/** Page …/homework/{hwId}/sections/{sectionNum}/questions/{quesNum} of a student. */
export function GivenHomeworkQuestionPage() {
  const { hwId: id = '', sectionNum, quesNum } = useParams({ strict: false })
  return <GivenQuestionPage spot={{ kind: 'homework', id, s: Number(sectionNum), n: Number(quesNum) }} />
}

/** One question of a student's work, with links and keyboard shortcuts to its neighbors. */
function GivenQuestionPage({ spot }: { spot: Spot }) {
  const { studentId } = useWhose()
  const { kind, id } = spot
  const { data, error, isFetching, refetch } = useQuery(read(givenWork[kind].item, { id: studentId, itemId: id }))
  useLive(
    `student:${studentId}`,
    ['work', 'answer'],
    [givenWork[kind].item, kind === 'homework' ? giving.sectionQuestion : givenWork[kind].question],
  )
  if (data) return data.state === 'assigned' ? <NotBegun work={data} /> : <Shown work={data} spot={spot} />
  return <QueryState query={{ error, isFetching, refetch }} of="this question" lines={8} height="2.5rem" page />
}

/** Page of work that hasn't started and has no questions yet. */
function NotBegun({ work }: { work: Work }) {
  const whose = useWhose()
  const clock = useClock()
  useTitle(work.name)
  return (
    <Page>
      <WorkHead whose={whose} title={work.name} facts={factsOf(work, clock)} />
      <EmptyState icon={<Hourglass />} title={stateWords.assigned}>
        The questions will appear here once the student starts.
      </EmptyState>
    </Page>
  )
}

/** Parent page of a question; a test has none. */
function withinOf(root: string, { kind, _id: id, name, submittedAt }: Work) {
  if (kind === 'homework') return { address: sectionsAddress(root, id), name: name }
  return kind === 'assessment' && submittedAt !== null ? { address: reportAddress(root, id), name: `Report: ${name}` } : undefined
}

function Shown({ work, spot }: { work: Work; spot: Spot }) {
  const whose = useWhose()
  const { studentId, root, name } = whose
  const navigate = useNavigate()
  const { data, error, isFetching, isPlaceholderData, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...spotRead(studentId, spot),
    placeholderData: keepPrevious({ id: studentId, itemId: spot.id }),
  })
  const spots = spotsOf(work)
  const at = spots.findIndex((each) => each.spot.s === spot.s && each.spot.n === spot.n)
  const go = (to: number) => {
    const next = spots[to]
    if (next && at >= 0) void navigate({ to: questionAddress(root, next.spot) })
  }
  useKeys({ j: () => go(at + 1), k: () => go(at - 1) })
  const num = spots[at]?.dot.sequenceQuesNum
  const title = num === undefined ? work.name : `Question ${num} of ${spots.length}`
  const within = withinOf(root, work)
  useTitle([title, work.name, name].filter(Boolean).join(', '))
  return (
    <Page>
      <WorkHead
        whose={whose}
        {...(within && { within })}
        title={title}
        facts={[work.name, spots[at]?.section ?? '', standsAt(work)].filter(Boolean).join('\u00a0· ')}
      >
        <Button icon={<ArrowLeft aria-hidden />} aria-keyshortcuts="k" disabled={at < 1} onClick={() => go(at - 1)}>
          Previous
        </Button>
        <Button icon={<ArrowRight aria-hidden />} aria-keyshortcuts="j" disabled={at + 1 >= spots.length} onClick={() => go(at + 1)}>
          Next
        </Button>
      </WorkHead>
      <AnswerMap root={root} work={work} {...(num !== undefined && { current: num })} />
      {data && !error ? (
        <div className={style.shown} aria-busy={isPlaceholderData}>
          <GivenQuestion key={`${data.sectionNum}.${data.quesNum}`} workId={work._id} question={data}>
            {hasNextPage && (
              <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Show more
              </Button>
            )}
          </GivenQuestion>
        </div>
      ) : (
        <QueryState query={{ error, isFetching, refetch }} of="this question" lines={8} height="2.5rem" />
      )}
    </Page>
  )
}
