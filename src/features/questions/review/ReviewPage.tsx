import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { MaterialWay } from '#features/material/MaterialWay.tsx'
import { t } from '#shared/language.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { useKeys } from '#web/use-keys.ts'
import { useTitle } from '#web/title.ts'
import { paramsOf, questionPages } from '../listing/question-pages.ts'
import type { QuestionToReview } from './api.ts'
import { ReasonChips, ReviewFilters } from './ReviewFilters.tsx'
import { ReviewCard } from './ReviewCard.tsx'
import { ReviewFilter } from './review-filter.ts'
import { ReviewList } from './ReviewList.tsx'
import { SendBackSheet } from './SendBackSheet.tsx'
import { type ReviewQueue, useReviewQueue } from './use-review-queue.ts'
import style from './Review.module.css'

const route = getRouteApi('/staff/material-editor/review')

/** Questions of all levels that wait for a review, those that have waited longest first. */
export function ReviewPage() {
  useTitle(t('Review questions'))
  const filter = ReviewFilter.parse(route.useSearch())
  const navigate = route.useNavigate()
  const onFilter = (next: ReviewFilter) =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace: true })
  const queue = useReviewQueue(filter)
  return (
    <Page>
      <MaterialWay here={t('Review questions')} />
      <PageHead title={t('Review questions')} />
      <ReasonChips filter={filter} waiting={queue.waiting} onFilter={onFilter} />
      <ReviewFilters filter={filter} authors={queue.authors} onFilter={onFilter} />
      {queue.lines ? (
        <ReviewCards queue={queue} />
      ) : (
        <QueryState query={queue} of={t('the questions')} lines={8} height="3rem" />
      )}
    </Page>
  )
}

/** Returns true for elements that handle key presses themselves. */
const isControl = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('a, button:not([data-line]), summary, label') !== null

function ReviewCards({ queue }: { queue: ReviewQueue }) {
  const { lines = [], place, current, choose, approve, isPlaceholderData } = queue
  const [sending, setSending] = useState<QuestionToReview | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const open = useOpen()
  const step = (by: number) => (press: KeyboardEvent) => {
    // In the filter by reason, the arrow keys choose another reason.
    if (press.target instanceof HTMLInputElement) return
    press.preventDefault()
    const next = lines[place + by]
    if (!next) return
    choose(next._id, place + by)
    // Moves the focus along only if it was in the list.
    if (list.current?.contains(document.activeElement))
      list.current.querySelector<HTMLElement>(`[data-line="${next._id}"]`)?.focus()
  }
  const canApprove = current && current.status !== 'error'
  const begin = () => {
    queue.beginSending()
    setSending(current ?? null)
  }
  const send = async (question: QuestionToReview, note: string) => {
    // Uses the question's current version if it has changed since the sheet was opened.
    const now = lines.find(({ _id }) => _id === question._id) ?? question
    if (await queue.sendBack(now, note)) setSending(null)
  }
  useKeys({
    j: step(1),
    k: step(-1),
    ArrowDown: step(1),
    ArrowUp: step(-1),
    a: () => canApprove && void approve(current),
    s: (press) => {
      // Prevents the letter from being typed into the note.
      press.preventDefault()
      begin()
    },
    Enter: ({ target }) => current && !isControl(target) && open(current),
  })
  return (
    <>
      {current ? (
        <div className={`${style.screen} grid top gap-4`} aria-busy={isPlaceholderData}>
          <ReviewList list={list} queue={queue} />
          <ReviewCard
            key={current._id}
            question={current}
            onApprove={() => void approve(current)}
            onSendBack={begin}
          />
        </div>
      ) : (
        <EmptyState icon={<CircleCheck />} title={t('Nothing to review')}>
          {isPlaceholderData || queue.hasNextPage
            ? t('Loading the next questions…')
            : t(
                'New, changed and imported questions will appear here, along with those that may have a problem, judging by students’ answers.',
              )}
        </EmptyState>
      )}
      {sending && (
        <SendBackSheet
          question={sending}
          busy={queue.isSending}
          error={queue.sendError}
          onSend={(note) => void send(sending, note)}
          onClose={() => setSending(null)}
        />
      )}
    </>
  )
}

/** Returns a function that opens the editor of a question. */
function useOpen() {
  const navigate = useNavigate()
  return ({ _id, levelId, chapterNum, section, test }: QuestionToReview) =>
    void navigate({
      to: questionPages[test ? 'test' : 'chapter'],
      params: { ...paramsOf({ levelId, chapterNum, sectionNum: section.num, test }), quesId: _id },
    })
}
