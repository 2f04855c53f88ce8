import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight, Hourglass } from 'lucide-react'
import { factLine } from '#shared/text.ts'
import { t } from '#shared/language.ts'
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
import { givenWork, assigning } from '#features/practice/assigning/api.ts'
import { stateWords } from '#features/practice/work-actions.ts'
import { QuestionMap } from '#features/practice/QuestionMap.tsx'
import { GivenQuestion } from './GivenQuestion.tsx'
import style from '#features/practice/review/Looking.module.css'
import {
  isSameQuestion,
  links,
  type QuestionRef,
  type StaffViewer,
  stopsOf,
} from '#features/practice/question-ref.ts'
import { useQuestionRef } from '#features/practice/use-question-ref.ts'
import { givenQuestionRead, useWorkStudent } from '#features/practice/review/use-work-student.ts'
import { factsOf, progressInWords, WorkHead } from '#features/practice/review/WorkHead.tsx'

/**
 * Page for one question of a student's work, with buttons and keyboard shortcuts for the previous and the
 * next one.
 */
export function GivenQuestionPage() {
  const { studentId, viewer } = useWorkStudent()
  const of = useQuestionRef(viewer)
  const { item, question } = givenWork[of.kind]
  const { data, error, isFetching, refetch } = useQuery(read(item, { id: studentId, itemId: of.workId }))
  useLive(
    `student:${studentId}`,
    ['work', 'answer'],
    [item, of.kind === 'homework' ? assigning.sectionQuestion : question],
  )
  if (data)
    return data.state === 'assigned' ? <UnstartedWork work={data} /> : <StudentQuestion work={data} of={of} />
  return (
    <QueryState
      query={{ error, isFetching, refetch }}
      of={t('this question')}
      lines={8}
      height="2.5rem"
      page
    />
  )
}

/** Page for work that hasn't started and has no questions yet. */
function UnstartedWork({ work }: { work: Work }) {
  const student = useWorkStudent()
  const clock = useClock()
  useTitle(work.name)
  return (
    <Page>
      <WorkHead workStudent={student} title={work.name} facts={factsOf(work, clock)} />
      <EmptyState icon={<Hourglass />} title={t(stateWords.assigned)}>
        {t('The questions will appear here once the student starts.')}
      </EmptyState>
    </Page>
  )
}

/**
 * Returns the page one level up: the sections of homework, or the report of a completed assessment. Other
 * work has none.
 */
function withinOf(of: QuestionRef, { kind, name, submittedAt }: Work) {
  const { sections, report } = links(of)
  if (kind === 'homework') return { address: sections, name: name }
  return kind === 'assessment' && submittedAt !== null
    ? { address: report, name: t('Report: {name}', { name }) }
    : undefined
}

function StudentQuestion({ work, of }: { work: Work; of: QuestionRef<StaffViewer> }) {
  const student = useWorkStudent()
  const { studentId, name } = student
  const navigate = useNavigate()
  const {
    data,
    error,
    isFetching,
    isPlaceholderData,
    refetch,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
  } = useInfiniteQuery({
    ...givenQuestionRead(of),
    placeholderData: keepPrevious({ id: studentId, itemId: of.workId }),
  })
  const stops = stopsOf(work, of.viewer)
  const at = stops.findIndex(({ ref }) => isSameQuestion(ref, of))
  const go = (to: number) => {
    const next = stops[to]
    if (next && at >= 0) void navigate({ to: links(next.ref).question })
  }
  useKeys({ j: () => go(at + 1), k: () => go(at - 1) })
  const num = stops[at]?.question.sequenceQuesNum
  const title = num === undefined ? work.name : t('Question {num} of {count}', { num, count: stops.length })
  const within = withinOf(of, work)
  useTitle([title, work.name, name].filter(Boolean).join(', '))
  return (
    <Page>
      <WorkHead
        workStudent={student}
        {...(within && { within })}
        title={title}
        facts={factLine([work.name, stops[at]?.section, progressInWords(work)])}
      >
        <Button
          icon={<ArrowLeft aria-hidden />}
          aria-keyshortcuts="k"
          disabled={at < 1}
          onClick={() => go(at - 1)}
        >
          {t('Previous')}
        </Button>
        <Button
          icon={<ArrowRight aria-hidden />}
          aria-keyshortcuts="j"
          disabled={at + 1 >= stops.length}
          onClick={() => go(at + 1)}
        >
          {t('Next')}
        </Button>
      </WorkHead>
      <QuestionMap work={work} stops={stops} {...(num !== undefined && { current: num })} />
      {data && !error ? (
        <div className={style.shown} aria-busy={isPlaceholderData}>
          <GivenQuestion key={`${data.sectionNum}.${data.quesNum}`} workId={work._id} question={data}>
            {hasNextPage && (
              <Button reads busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('Show more')}
              </Button>
            )}
          </GivenQuestion>
        </div>
      ) : (
        <QueryState
          query={{ error, isFetching, refetch }}
          of={t('this question')}
          lines={8}
          height="2.5rem"
        />
      )}
    </Page>
  )
}
