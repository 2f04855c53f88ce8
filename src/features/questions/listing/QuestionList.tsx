import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleDot, Lightbulb } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { DropDialog } from '#features/material/DropDialog.tsx'
import { counted } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { Content } from '#ui/Content.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { RowMenu } from '#ui/RowMenu.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { call } from '#web/api.ts'
import { sentenceFor } from '#web/snack.tsx'
import { questions, type QuestionLine } from '../api.ts'
import { questionStatus, solutionOf, type QuestionStatus, wordsOf } from '../rules.ts'
import { askedAt, type SectionPlace } from './rules.ts'
import style from './QuestionList.module.css'

/** The questions of a section. They come a hundred at a time while one scrolls, and only those on the screen are laid out. */
export function QuestionList({ place }: { place: SectionPlace }) {
  const ask = askedAt(place)
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [questions.list.path, ask],
    queryFn: ({ pageParam, signal }) => call(questions.list, { ...ask, after: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const [dropping, setDropping] = useState<QuestionLine | null>(null)
  if (!data && error)
    return (
      <ErrorState title="The questions can’t be shown." message={sentenceFor(error)} busy={isFetching} onRetry={() => void refetch()} />
    )
  if (!data) return <Skeleton label="Loading questions" lines={6} height="4rem" />
  return (
    <>
      <ol className={style.list} aria-label="Questions">
        {data.pages.map((page) =>
          page.questions.map((question) => <QuestionRow key={question._id} question={question} onDrop={() => setDropping(question)} />),
        )}
      </ol>
      {hasNextPage && <More busy={isFetching} failed={isFetchNextPageError} onMore={() => void fetchNextPage()} />}
      {dropping && (
        <DropDialog
          what={`question ${dropping.num}`}
          drop={() => call(questions.drop, { id: dropping._id })}
          onClose={() => setDropping(null)}
        >
          Its hint goes with it, and the other questions keep their numbers.
        </DropDialog>
      )}
    </>
  )
}

/** Asks for more by itself as soon as it comes near the screen; after that has failed, only when it is pressed. */
function More({ busy, failed, onMore }: { busy: boolean; failed: boolean; onMore: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  const more = useEffectEvent(onMore)
  useEffect(() => {
    if (busy || failed || !box.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), { rootMargin: '1500px' })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [busy, failed])
  return (
    <div className={style.more} ref={box}>
      <Button busy={busy} onClick={onMore}>
        Show more
      </Button>
    </div>
  )
}

const statusIcons: Record<QuestionStatus, typeof CircleAlert> = { error: CircleAlert, warn: CircleDot, success: CircleCheck }

function QuestionRow({ question, onDrop }: { question: QuestionLine; onDrop: () => void }) {
  const { num, instructions, rendered, answers, hintSteps, status } = question
  const StatusIcon = statusIcons[status]
  return (
    <li className={style.row} id={`question-${num}`}>
      <span className={style.num} data-figures>
        {num}
      </span>
      <div className={style.text}>
        {instructions && (
          <div className={style.instructions}>
            <Content nodes={rendered.texts[instructions] ?? [instructions]} />
          </div>
        )}
        <Content nodes={rendered.content} />
      </div>
      <span className={style.key} data-figures>
        <span className="visually-hidden">Key </span>
        {wordsOf(solutionOf(answers))}
      </span>
      <span className={style.hint} data-figures>
        {hintSteps > 0 && (
          <>
            <Lightbulb size={16} aria-hidden /> {counted(hintSteps, 'step')}
          </>
        )}
      </span>
      <span className={style.status} data-status={status}>
        <StatusIcon size={16} aria-hidden /> {questionStatus[status]}
      </span>
      <RowMenu of={`question ${num}`} onDrop={onDrop} />
    </li>
  )
}
