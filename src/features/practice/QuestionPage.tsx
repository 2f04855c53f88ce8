import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { t } from '#shared/language.ts'
import { useLazyParts } from '#web/use-lazy-parts.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { SavedState } from '#ui/SavedState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useLive } from '#web/live.ts'
import { useOutbox } from '#web/outbox.ts'
import { useMe } from '#web/session.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useTitle } from '#web/title.ts'
import type { Work } from './api.ts'
import { type LoadHand, Question } from './Question.tsx'
import { QuestionMap } from './QuestionMap.tsx'
import style from './QuestionPage.module.css'
import { isFree, isOpen } from './rules.ts'
import { submitDrafts } from './use-answering.ts'
import { useFetchAhead } from './use-fetch-ahead.ts'
import { endpointsOf, questionRead, workRead } from './use-own-work.ts'
import {
  outboxSubject,
  childOf,
  type FamilyViewer,
  homeLink,
  isSameQuestion,
  links,
  type QuestionRef,
  type Stop,
  stopsOf,
  workLink,
} from './question-ref.ts'
import { useTimeLeft } from './use-time-left.ts'

/**
 * Maximum number of other questions to prefetch, upcoming ones first, so that a child can continue if the
 * connection is lost.
 */
const ahead = 20
const cacheTimes = { staleTime: 60_000, gcTime: Infinity }

/**
 * Screens shown before the first question, around the questions and after the last one. Loaded after the
 * question itself.
 */
const around = {
  start: () => import('./StartDialog.tsx'),
  complete: () => import('./CompleteDialog.tsx'),
  finished: () => import('./Finished.tsx'),
  timeLeft: () => import('./TimeLeft.tsx'),
  timeOver: () => import('./TimeOver.tsx'),
  corrections: () => import('./corrections/OwnCorrections.tsx'),
  choice: () => import('./placement/NextChoice.tsx'),
}

/**
 * Page for one question of a student's own work, or of an assessment that a parent does with a child, with
 * the notices before the first question and after the last one.
 */
export function QuestionPage({ of, loadHand }: { of: QuestionRef<FamilyViewer>; loadHand?: LoadHand }) {
  const { viewer, kind, workId } = of
  const free = isFree(kind)
  const me = useMe()
  const work = useQuery({ ...workRead(of), gcTime: Infinity })
  const [isDone, setIsDone] = useState(false)
  useLive(`student:${childOf(viewer) ?? me._id}`, ['work'], Object.values(endpointsOf(of)))
  const underWay = work.data?.state === 'started'
  const ms = useTimeLeft((underWay && work.data?.endsAt) || null)
  useCompletedByTime(work.data, ms, () => setIsDone(true))
  const stops = work.data ? stopsOf(work.data, viewer) : []
  const at = stops.findIndex((stop) => isSameQuestion(stop.ref, of))
  // If an adaptive assessment hasn't asked the question in the URL, shows the latest question instead.
  const latest = work.data?.adaptive && at < 0 ? stops.at(-1) : undefined
  useFetchAhead(
    [...stops.slice(at + 1), ...stops.slice(0, Math.max(0, at))]
      .slice(0, ahead)
      .map((stop) => outboxSubject(stop.ref)),
  )
  useLostDrafts(of, free && underWay && ms > 0)
  const isWaiting = free && !work.data
  const { ready: end } = useLazyParts(free ? around.finished : null)
  const { ready: limit } = useLazyParts(Number.isFinite(ms) ? around.timeOver : null)
  return (
    <div className={style.page}>
      <Head work={work.data} stop={stops[at]} of={of} />
      {isWaiting &&
        (work.error ? (
          <FailedQuestion error={work.error} onRetry={() => void work.refetch()} />
        ) : (
          <Skeleton label={t('Loading the question')} lines={4} />
        ))}
      {work.data && free && work.data.state === 'assigned' && <StartWork work={work.data} viewer={viewer} />}
      {work.data && end && isDone && <end.JustFinished work={work.data} onLook={() => setIsDone(false)} />}
      {work.data && limit && ms === 0 && (
        <limit.TimeOver work={work.data} viewer={viewer} onDone={() => setIsDone(true)} />
      )}
      {latest && <Navigate to={links(latest.ref).question} replace />}
      {!free && work.data?.state === 'assigned' && <Navigate to={workLink(viewer, work.data)} replace />}
      {!isWaiting && !isDone && !latest && work.data?.state !== 'assigned' && (
        <OpenQuestion
          key={workId}
          of={of}
          work={work.data}
          stops={stops}
          at={at}
          isOver={ms === 0}
          onDone={() => setIsDone(true)}
          loadHand={loadHand}
        />
      )}
    </div>
  )
}

/**
 * Calls `onDone` if time runs out while this page is open, as soon as the work is complete. Either this page
 * or the server completes it.
 */
function useCompletedByTime(work: Work | undefined, ms: number, onDone: () => void) {
  const isAtEnd = useRef(false)
  const isClosed = work !== undefined && !isOpen(work)
  useEffect(() => {
    if (ms === 0) isAtEnd.current = true
    if (!isClosed || !isAtEnd.current) return
    isAtEnd.current = false
    onDone()
  })
}

function StartWork({ work, viewer }: { work: Work; viewer: FamilyViewer }) {
  const { ready } = useLazyParts(around.start)
  useTitle(work.name)
  return (
    <>
      <h1>{work.name}</h1>
      {ready && <ready.StartDialog work={work} viewer={viewer} />}
    </>
  )
}

type HeadProps = { work: Work | undefined; stop: Stop | undefined; of: QuestionRef<FamilyViewer> }

/** Header with the back link, the time left, and whether all answers are saved. */
function Head({ work, stop, of: { kind, viewer } }: HeadProps) {
  const outbox = useOutbox()
  const [to, word] =
    isFree(kind) || !work
      ? [homeLink(viewer), viewer.role === 'parent' ? t('Back') : t('Home')]
      : [workLink(viewer, work), work.warmUp ? t('Warm-up') : stop ? stop.section : t('Homework')]
  const { ready: clock } = useLazyParts(work?.endsAt || work?.warmUp ? around.timeLeft : null)
  return (
    <header className={`${style.head} cluster middle apart gap-2`}>
      <Link to={to} className="inline-row middle gap-2 quiet bold target no-underline">
        <ArrowLeft aria-hidden /> {word}
      </Link>
      <span className={`${style.signs} inline-row middle gap-3`}>
        {clock && work && <clock.WorkClock work={work} />}
        <SavedState state={outbox.word} waiting={outbox.unsent.length} />
      </span>
    </header>
  )
}

type OpenQuestionProps = {
  of: QuestionRef<FamilyViewer>
  work: Work | undefined
  stops: readonly Stop<FamilyViewer>[]
  at: number
  isOver: boolean
  onDone: () => void
  loadHand: LoadHand | undefined
}

const linkTo = (stop: Stop | undefined) => (stop ? links(stop.ref).question : null)

/** The question with its buttons, below the map of all questions in the work. */
function OpenQuestion({ of, work, stops, at, isOver, onDone, loadHand }: OpenQuestionProps) {
  const free = isFree(of.kind)
  const question = useQuery({ ...questionRead(of), ...cacheTimes })
  const navigate = useNavigate()
  const [completing, setCompleting] = useState(false)
  const { ready: end } = useLazyParts(free ? around.finished : null)
  const { ready: closing } = useLazyParts(around.complete)
  const { ready: corrections } = useLazyParts(
    of.kind === 'test' && of.viewer.role === 'student' ? around.corrections : null,
  )
  const [from, setFrom] = useState<number | null>(null)
  const endChoice = useCallback(() => setFrom(null), [])
  const { ready: choice } = useLazyParts(work?.adaptive ? around.choice : null)
  const lastTurn = stops.at(-1)?.question.turn ?? 0
  const goesOn = work?.adaptive && !work.enough && lastTurn < work.questions
  const state = work?.state ?? question.data?.state
  const underWay = state === 'started' && !isOver
  const leave = () => void navigate({ to: free || !work ? homeLink(of.viewer) : workLink(of.viewer, work) })
  return (
    <>
      {work && end && (
        <end.TestOverview
          work={work}
          stops={stops}
          at={at}
          onComplete={underWay ? () => setCompleting(true) : null}
        >
          {!isOpen(work) && <end.Finished work={work} />}
          {corrections && <corrections.OwnCorrections work={work} />}
        </end.TestOverview>
      )}
      {work && !free && (
        <QuestionMap work={work} stops={stops} current={stops[at]?.question.sequenceQuesNum ?? 0} />
      )}
      {question.data ? (
        <Question
          key={outboxSubject(of)}
          of={of}
          question={question.data}
          previous={linkTo(stops[at - 1])}
          next={linkTo(stops[at + 1])}
          coming={underWay && goesOn ? { isChoosing: from !== null, go: () => setFrom(lastTurn) } : null}
          underWay={underWay}
          onEnd={underWay ? () => setCompleting(true) : leave}
          loadHand={loadHand}
        />
      ) : question.error ? (
        <FailedQuestion error={question.error} onRetry={() => void question.refetch()} />
      ) : (
        <Skeleton label={t('Loading the question')} lines={4} />
      )}
      {work && choice && <choice.NextChoice of={of} work={work} from={from} onEnd={endChoice} />}
      {work && closing && (
        <closing.CompleteDialog
          work={work}
          viewer={of.viewer}
          open={completing && underWay}
          onClose={() => setCompleting(false)}
          onDone={free ? onDone : leave}
        />
      )}
    </>
  )
}

/** Error shown in place of a question that can't be loaded. */
export const FailedQuestion = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <ErrorState
    page
    title={t('This question couldn’t be loaded.')}
    message={sentenceFor(error)}
    onRetry={onRetry}
  />
)

/** Submits drafts that a closed window left behind for other questions in this work. */
function useLostDrafts(of: QuestionRef<FamilyViewer>, open: boolean) {
  const queries = useQueryClient()
  const { kind, workId } = of
  const here = outboxSubject(of)
  useEffect(() => {
    if (open) void submitDrafts(queries, { kind, workId }, here)
  }, [queries, kind, workId, open, here])
}
