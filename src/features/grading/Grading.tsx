import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { counted } from '#shared/text.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { sentenceFor } from '#web/snack.tsx'
import { grading, type Queue } from './api.ts'
import { Answers } from './Answers.tsx'
import { Filters } from './Filters.tsx'
import style from './Grading.module.css'
import { QueueList } from './QueueList.tsx'
import { ReturnList } from './ReturnList.tsx'
import { type Filter, keyOf } from './rules.ts'

type GradingProps = { centerId: string; filter: Filter; onFilter: (filter: Filter) => void }

/** The grading screen: what waits by question, the question with its solution, and its answers, equal ones together (looks, Grading). */
export function Grading({ centerId, filter, onFilter }: GradingProps) {
  const { data, error, isFetching, refetch } = useQuery(read(grading.queue, { centerId, ...filter }))
  useLive(`center:${centerId}`, ['work', 'answer'], [grading.queue, grading.question])
  const facts =
    data && data.answers > 0 ? `${counted(data.answers, 'answer')} to ${counted(data.questions.length, 'question')} wait` : centerId
  return (
    <div className={style.page}>
      <PageHead title="Grading" facts={facts} />
      <Filters centerId={centerId} filter={filter} onFilter={onFilter} />
      {data ? (
        <Waits centerId={centerId} filter={filter} queue={data} />
      ) : error ? (
        <ErrorState title="What waits can’t be shown." message={sentenceFor(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label="Loading what waits" lines={8} height="3rem" />
      )}
    </div>
  )
}

function Waits({ centerId, filter, queue }: { centerId: string; filter: Filter; queue: Queue }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const { questions, more, toReturn, moreToReturn } = queue
  const at = Math.max(
    0,
    questions.findIndex((each) => keyOf(each) === chosen),
  )
  const current = questions[at]
  const step = (by: number) => {
    const next = questions[at + by]
    if (next) setChosen(keyOf(next))
    return next !== undefined
  }
  return (
    <div className={style.screen} data-empty={current === undefined || undefined}>
      <div className={style.side}>
        {current && <QueueList questions={questions} more={more} current={keyOf(current)} onChoose={setChosen} />}
        {toReturn.length > 0 && <ReturnList centerId={centerId} works={toReturn} more={moreToReturn} />}
      </div>
      <Answers centerId={centerId} filter={filter} question={current ?? null} onStep={step} onChoose={setChosen}>
        <EmptyState icon={<CircleCheck />} title="Nothing waits">
          Answers that only a person can judge come here as soon as their work is complete.
        </EmptyState>
      </Answers>
    </div>
  )
}
