import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { v7 as newId } from 'uuid'
import type { Given } from '#features/questions/rules.ts'
import type { OutputOf } from '#shared/contract.ts'
import { read } from '#web/api.ts'
import { enqueue, onSent, unsent } from '#web/outbox.ts'
import { snack } from '#web/snack.tsx'
import { practice, type WorkQuestion } from './api.ts'

type Place = { id: string; s: number; n: number }

const about = ({ id, s, n }: Place) => `homework ${id} ${s}.${n}`

/**
 * Answers one question through the outbox. `pending` is what this device still holds for it, found again after a reload; when the verdict
 * arrives it goes into the question as it is shown.
 */
export function useAnswering(place: Place, question: WorkQuestion | undefined) {
  const queries = useQueryClient()
  const [pending, setPending] = useState<Given | null>(null)
  const { id, s, n } = place
  const name = about(place)

  useEffect(() => {
    let shown = true
    void unsent(name).then((entries) => shown && setPending((entries.at(-1)?.input['given'] as Given | undefined) ?? null))
    const stop = onSent(({ entry, answer, refused }) => {
      if (entry.about !== name) return
      setPending(null)
      const { queryKey } = read(practice.question, { id, s, n })
      if (refused) {
        snack(refused.message, 'warn')
        void queries.invalidateQueries({ queryKey })
      } else {
        const { seq, ...outcome } = answer as OutputOf<typeof practice.answer>
        queries.setQueryData<WorkQuestion>(
          queryKey,
          (old) => old && { ...old, ...outcome, answers: seq, given: entry.input['given'] as Given },
        )
      }
      void queries.invalidateQueries({ queryKey: [practice.homework.path, { id }] })
    })
    return () => {
      shown = false
      stop()
    }
  }, [name, id, s, n, queries])

  const answer = async (given: Given) => {
    if (!question) return
    setPending(given)
    await enqueue(practice.answer, name, {
      id,
      s,
      n,
      seq: question.answers + 1,
      answerId: newId(),
      given,
      typedAt: new Date().toISOString(),
    })
  }
  return { pending, answer }
}
