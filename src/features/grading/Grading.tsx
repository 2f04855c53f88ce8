import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Page } from '#ui/Page.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { grading, type Queue } from './api.ts'
import { Answers } from './Answers.tsx'
import { Filters } from './Filters.tsx'
import style from './Grading.module.css'
import { QueueList } from './QueueList.tsx'
import { ReturnList } from './ReturnList.tsx'
import { type Filter, keyOf } from './rules.ts'
import { scrollToStart } from './use-current-group.ts'
import { type ConflictState, useConflict } from './use-grading.ts'
import { useHold } from './use-hold.ts'

type GradingProps = { centerId: string; filter: Filter; onFilter: (filter: Filter) => void }

/**
 * Grading screen: the queue by question, the current question with its solution, and its answers, with equal
 * ones grouped.
 */
export function Grading({ centerId, filter, onFilter }: GradingProps) {
  const { data, error, isFetching, refetch } = useQuery(read(grading.queue, { centerId, ...filter }))
  const conflict = useConflict()
  useLive(`center:${centerId}`, ['work', 'answer'], [grading.queue, grading.question])
  const facts =
    data && data.answers > 0
      ? t('{answers} to grade, on {questions}', {
          answers: counted(data.answers, 'answer'),
          questions: counted(data.questions.length, 'question'),
        })
      : centerId
  return (
    <Page>
      <PageHead title={t('Grading')} facts={facts} />
      <Filters centerId={centerId} filter={filter} onFilter={onFilter} />
      {data ? (
        <GradingQueue
          key={JSON.stringify([centerId, filter])}
          centerId={centerId}
          filter={filter}
          queue={data}
          conflict={conflict}
        />
      ) : (
        <QueryState
          query={{ error, isFetching, refetch }}
          of={t('the grading queue')}
          lines={8}
          height="3rem"
        />
      )}
    </Page>
  )
}

type GradingQueueProps = { centerId: string; filter: Filter; queue: Queue; conflict: ConflictState }

function GradingQueue({ centerId, filter, queue, conflict }: GradingQueueProps) {
  const [chosen, setChosen] = useState({ key: '', place: 0 })
  const box = useRef<HTMLDivElement>(null)
  const hold = useHold()
  const { more, toReturn, moreToReturn } = queue
  const atHand = hold.heldGroup && keyOf(hold.heldGroup.question)
  const waits = queue.questions.some((each) => keyOf(each) === atHand)
  const questions =
    hold.heldGroup && !waits
      ? queue.questions.toSpliced(hold.heldGroup.place, 0, hold.heldGroup.question)
      : queue.questions
  const placeOf = (key: string | null) => questions.findIndex((each) => keyOf(each) === key)
  const found = [chosen.key, atHand].map(placeOf).find((place) => place >= 0)
  // Once the selected question is done, the next one takes its place.
  const at = found ?? Math.max(0, Math.min(chosen.place, questions.length - 1))
  const current = questions[at]
  const goTo = (key: string) => {
    const place = placeOf(key)
    // A question whose grade was undone isn't in the list yet. Until it is, this keeps the current place.
    setChosen({ key, place: place < 0 ? at : place })
  }
  const step = (by: number) => {
    const next = questions[at + by]
    if (next) goTo(keyOf(next))
    return next !== undefined
  }
  const choose = (key: string) => {
    goTo(key)
    scrollToStart(box.current)
  }
  return (
    <div className={`${style.screen} grid column top gap-4`} data-empty={current === undefined || undefined}>
      <div className={style.side}>
        {current && (
          <QueueList questions={queue.questions} more={more} current={keyOf(current)} onChoose={choose} />
        )}
        {toReturn.length > 0 && <ReturnList centerId={centerId} works={toReturn} more={moreToReturn} />}
      </div>
      <Answers
        centerId={centerId}
        filter={filter}
        question={current ?? null}
        place={at}
        hold={hold}
        conflict={conflict}
        hasNext={at + 1 < questions.length}
        onStep={step}
        onChoose={goTo}
        box={box}
      >
        <EmptyState icon={<CircleCheck />} title={t('Nothing to grade')}>
          {t('Answers that a person has to grade appear here once the work is complete.')}
        </EmptyState>
      </Answers>
    </div>
  )
}
