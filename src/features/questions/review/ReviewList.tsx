import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { StatusMark } from '#features/material/StatusMark.tsx'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Content } from '#ui/Content.tsx'
import { More } from '#ui/More.tsx'
import { serverNow } from '#web/api.ts'
import type { QuestionToReview } from './api.ts'
import type { ReviewQueue } from './use-review-queue.ts'
import style from './Review.module.css'

const dayMs = 86_400_000

/** Describes how many days a question has waited. */
const waitWords = ({ since }: QuestionToReview) => {
  const days = Math.floor((serverNow() - Date.parse(since)) / dayMs)
  return days < 1 ? t('new today') : t('waiting for {days}', { days: counted(days, 'day') })
}

/** Prevents Enter from choosing the focused line, because Enter opens the line's question. */
const leaveEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault()
}

type ReviewListProps = { list: RefObject<HTMLOListElement | null>; queue: ReviewQueue }

/** List of the questions that wait for a review, to choose one from. Scrolls to the chosen one. */
export function ReviewList({ list, queue }: ReviewListProps) {
  const { lines = [], current, choose, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = queue
  const id = current?._id
  useEffect(() => {
    const line = list.current?.querySelector<HTMLElement>(`[data-line="${id}"]`)
    if (!list.current || !line) return
    const { scrollTop, clientHeight } = list.current
    const [first, last] = [line.offsetTop + line.offsetHeight - clientHeight, line.offsetTop]
    list.current.scrollTo({ top: Math.min(Math.max(scrollTop, first), last) })
  }, [id, list])
  return (
    <nav aria-label={t('Questions to review')} aria-keyshortcuts="j k">
      <ol ref={list} className={`${style.list} card`}>
        {lines.map((question, at) => (
          <li key={question._id}>
            <button
              type="button"
              className={`${style.line} grid pad-2-3 target wide`}
              data-line={question._id}
              aria-current={question._id === id || undefined}
              onClick={() => choose(question._id, at)}
              onFocus={() => choose(question._id, at)}
              onKeyDown={leaveEnter}
            >
              <StatusMark status={question.status} narrow />
              <span className={style.asks}>
                <Content nodes={question.rendered.content} inline />
              </span>
              <span className={`${style.place} fine-print quiet`} data-figures>
                {question.level} · {question.section.name} · {waitWords(question)}
              </span>
            </button>
          </li>
        ))}
        {hasNextPage && (
          <li>
            <More busy={isFetching} failed={isFetchNextPageError} onMore={() => void fetchNextPage()} />
          </li>
        )}
      </ol>
    </nav>
  )
}
