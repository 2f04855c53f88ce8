import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Work } from '../api.ts'
import {
  everyStopOf,
  type FamilyViewer,
  links,
  numberOf,
  type QuestionRef,
  stopsOf,
} from '../question-ref.ts'
import { workRead } from '../use-own-work.ts'

/** Time in ms for which the page waits until the server has chosen, and between two questions to it. */
const [patienceMs, pauseMs] = [6000, 500]

/** Gives a question the next turn on this device, until the server says which turns there are. */
function withTurn(work: Work, num: number, turn: number): Work {
  return {
    ...work,
    sections: work.sections.map(({ questions, ...rest }) => ({
      ...rest,
      questions: questions.map((each) => (each.sequenceQuesNum === num ? { ...each, turn } : each)),
    })),
  }
}

type NextChoiceProps = {
  of: QuestionRef<FamilyViewer>
  work: Work
  /** Turn of the last question so far. */
  from: number
  onEnd: () => void
}

/**
 * Waits for the next question of an adaptive assessment, and goes there. Without a connection, or if the choice takes
 * too long, it is the next one in the fixed order. Shows nothing.
 */
export function NextChoice({ of, work, from, onEnd }: NextChoiceProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const last = stopsOf(work, of.viewer).at(-1)
  const chosen = last && numberOf(last.question) > from ? links(last.ref).question : null
  const isOver = work.enough
  useEffect(() => {
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
      const next = now && everyStopOf(now, of.viewer).find(({ question }) => question.turn === null)
      onEnd()
      if (!now || !next) return
      queries.setQueryData(queryKey, withTurn(now, next.question.sequenceQuesNum, from + 1))
      void navigate({ to: links(next.ref).question })
    }, pauseMs)
    return () => clearInterval(timer)
  }, [from, chosen, isOver, of, queries, navigate, onEnd])
  return null
}
