import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Given } from '#features/questions/rules.ts'
import type { OutputOf } from '#shared/contract.ts'
import { read } from '#web/api.ts'
import { onSent, type Sent } from '#web/outbox.ts'
import { snack } from '#web/snack.tsx'
import { practice, type WorkQuestion } from './api.ts'
import { ownSections, ownWork } from './doing/api.ts'

/** A question of a homework: section `s` and question `n` within it. */
export type Place = { id: string; s: number; n: number }

/** What an answer in the outbox is about. */
export const about = ({ id, s, n }: Place) => `homework ${id} ${s}.${n}`

function placeOf({ about: name }: Sent): Place | null {
  const [, id, s, n] = /^homework (\S+) (\d+)\.(\d+)$/.exec(name) ?? []
  return id ? { id, s: Number(s), n: Number(n) } : null
}

/**
 * Puts every verdict where its question is kept, whichever page is shown when it arrives; used once, by the shell around all of a
 * student's pages. A read that began before the answer was stored must not overwrite it.
 */
export function useVerdicts() {
  const queries = useQueryClient()
  useEffect(
    () =>
      onSent((sent) => {
        const place = placeOf(sent)
        if (!place) return
        const { queryKey } = read(ownSections.question, place)
        void queries.cancelQueries({ queryKey }).then(() => {
          if (sent.refused !== undefined) {
            snack(sent.refused, 'warn')
            return void queries.invalidateQueries({ queryKey })
          }
          const { seq, ...outcome } = sent.answer as OutputOf<typeof ownSections.answer>
          const given = sent.input['given'] as Given
          queries.setQueryData<WorkQuestion>(queryKey, (old) => old && { ...old, ...outcome, answers: seq, given })
        })
        void queries.invalidateQueries({ queryKey: [ownWork.homework.item.path, { id: place.id }] })
        void queries.invalidateQueries({ queryKey: [practice.self.path] })
      }),
    [queries],
  )
}
