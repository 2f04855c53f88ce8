import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Work } from '../api.ts'
import {
  outboxSubject,
  everyStopOf,
  type FamilyViewer,
  links,
  numberOf,
  type QuestionRef,
  stopsOf,
} from '../question-ref.ts'
import { useFetchAhead } from '../use-fetch-ahead.ts'
import { workRead } from '../use-own-work.ts'

/** Maximum time to wait for the server's choice, and the interval at which to check for it, in ms. */
const [patienceMs, pauseMs] = [6000, 500]

/** Gives a question a turn on this device only, until the server assigns the turns. */
function withTurn(work: Work, num: number, turn: number): Work {
  return {
    ...work,
    sections: work.sections.map(({ questions, ...rest }) => ({
      ...rest,
      questions: questions.map((each) => (each.sequenceQuesNum === num ? { ...each, turn } : each)),
    })),
  }
}

/** Returns the questions of the assessed level that haven't been asked yet. */
const unchosenStops = (work: Work, viewer: FamilyViewer) =>
  everyStopOf(work, viewer).filter(({ question }) => question.turn === null)

type NextChoiceProps = {
  of: QuestionRef<FamilyViewer>
  work: Work
  /** Turn of the last question, while the next one is being chosen; otherwise null. */
  from: number | null
  onEnd: () => void
}

/**
 * Waits until the next question of an adaptive assessment is chosen, and opens it. Without a connection, or
 * if the choice takes too long, opens the next unasked question in the fixed order, which has been
 * prefetched. Renders nothing.
 */
export function NextChoice({ of, work, from, onEnd }: NextChoiceProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const last = stopsOf(work, of.viewer).at(-1)
  const chosen = last && from !== null && numberOf(last.question) > from ? links(last.ref).question : null
  const isOver = work.enough
  useFetchAhead(unchosenStops(work, of.viewer).map(({ ref }) => outboxSubject(ref)))
  useEffect(() => {
    if (from === null) return
    if (chosen !== null || isOver) {
      onEnd()
      if (chosen !== null) void navigate({ to: chosen })
      return
    }
    const { queryKey } = workRead(of)
    const began = Date.now()
    const timer = setInterval(() => {
      if (navigator.onLine && Date.now() - began < patienceMs) {
        void queries.invalidateQueries({ queryKey })
        return
      }
      const now = queries.getQueryData<Work>(queryKey)
      const next = now && unchosenStops(now, of.viewer)[0]
      onEnd()
      if (!now || !next) return
      queries.setQueryData(queryKey, withTurn(now, next.question.sequenceQuesNum, from + 1))
      void navigate({ to: links(next.ref).question })
    }, pauseMs)
    return () => clearInterval(timer)
  }, [from, chosen, isOver, of, queries, navigate, onEnd])
  return null
}
