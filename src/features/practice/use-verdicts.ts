import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Given } from '#features/questions/rules.ts'
import type { OutputOf } from '#shared/contract.ts'
import { onSent, type Sent } from '#web/outbox.ts'
import { toast } from '#web/toast.tsx'
import { practice, type WorkQuestion } from './api.ts'
import type { ownSections } from './answering/api.ts'
import { placeOf, questionRead, workRead } from './use-own-work.ts'

/** What is known of a question after an answer to it: the outcome, or, when another device was first, what it answered. */
function after({ answer, input, current }: Sent): Partial<WorkQuestion> {
  if (!answer) return (current as Pick<WorkQuestion, 'given' | 'answers'> | undefined) ?? {}
  const { seq, late, ...outcome } = answer as OutputOf<typeof ownSections.answer>
  return late ? {} : { ...outcome, answers: seq, given: input['given'] as Given }
}

let refusals = ''
let refusedAt = 0

/** Says what was not taken, and why; of several at once each, though they come faster than anybody reads. */
function tellRefused(num: number, given: Given, why: string) {
  const words = given.kind === 'fr' ? given.parts.filter((part) => typeof part === 'string').join(', ') : ''
  const now = `Question ${num}: your answer${words && ` “${words}”`} wasn’t taken. ${why}`
  refusals = Date.now() - refusedAt < 5000 ? `${refusals} ${now}` : now
  refusedAt = Date.now()
  toast(refusals, 'warn')
}

/** A read that began before the answer was stored must not overwrite what came of it; it is made again when there is nothing else to show, or what was entered was refused. */
async function keep(queries: QueryClient, sent: Sent) {
  const place = placeOf(sent.about)
  if (!place) return
  const { queryKey } = questionRead(place)
  const put = () => queries.setQueryData<WorkQuestion>(queryKey, (old) => old && { ...old, ...after(sent) })
  put()
  await queries.cancelQueries({ queryKey })
  put()
  if ((sent.answer as { late?: true } | undefined)?.late) toast('This answer came too late to count. It is kept for your teacher.', 'warn')
  if (sent.refused !== undefined) {
    const num = queries.getQueryData<WorkQuestion>(queryKey)?.sequenceQuesNum ?? place.n
    tellRefused(num, sent.input['given'] as Given, sent.refused)
  }
  if (sent.refused !== undefined || !queries.getQueryData(queryKey)) void queries.invalidateQueries({ queryKey, refetchType: 'all' })
  void queries.invalidateQueries({ queryKey: workRead(place).queryKey })
  void queries.invalidateQueries({ queryKey: [practice.self.path] })
}

/**
 * Puts every verdict where its question is kept, whichever page is shown when it arrives; used once, by the shell around all of a
 * student's pages.
 */
export function useVerdicts() {
  const queries = useQueryClient()
  useEffect(() => onSent((sent) => void keep(queries, sent)), [queries])
}
