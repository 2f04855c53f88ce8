import { typedOf } from '#features/questions/kinds/given.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Given } from '#features/questions/rules.ts'
import type { OutputOf } from '#shared/contract.ts'
import { translateSentence, t } from '#shared/language.ts'
import type { SentEntry } from '#web/outbox.ts'
import { onSent } from '#web/outcomes.ts'
import { toast } from '#web/toast.tsx'
import { practice, type WorkQuestion } from './api.ts'
import type { ownSections } from './answering/api.ts'
import { questionRead, workRead } from './use-own-work.ts'
import { refOf } from './question-ref.ts'

/**
 * Returns the changes to a question after an answer: the outcome of this answer, or the answer from another
 * device if that one arrived first.
 */
function after({ answer, input, current }: SentEntry): Partial<WorkQuestion> {
  if (!answer) return (current as Pick<WorkQuestion, 'given' | 'answers'> | undefined) ?? {}
  const { seq, late, ...outcome } = answer as OutputOf<typeof ownSections.answer>
  return late ? {} : { ...outcome, answers: seq, given: input['given'] as Given }
}

let refusals = ''
let refusedAt = 0

/**
 * Shows which answer was refused and why. Combines several refusals into one message, since they may arrive
 * faster than anyone can read.
 */
function tellRefused(num: number, given: Given, why: string) {
  const words = typedOf(given)
  const now = t('Question {num}: your answer{words} wasn’t accepted. {why}', {
    num,
    words: words && ` “${words}”`,
    why: translateSentence(why),
  })
  refusals = Date.now() - refusedAt < 5000 ? `${refusals} ${now}` : now
  refusedAt = Date.now()
  toast(refusals, 'warn')
}

/**
 * Writes the outcome of an answer into the cached question. Cancels reads that started before the answer was
 * stored, since they would overwrite the outcome. Reads the question again if it isn't cached or if the
 * answer was refused.
 */
async function keep(queries: QueryClient, sent: SentEntry) {
  const ref = refOf(sent.about)
  if (!ref) return
  const { queryKey } = questionRead(ref)
  const put = () => queries.setQueryData<WorkQuestion>(queryKey, (old) => old && { ...old, ...after(sent) })
  put()
  await queries.cancelQueries({ queryKey })
  put()
  if ((sent.answer as { late?: true } | undefined)?.late)
    toast(t('This answer was too late to count. It’s saved for your teacher.'), 'warn')
  if (sent.refused !== undefined) {
    const num = queries.getQueryData<WorkQuestion>(queryKey)?.sequenceQuesNum ?? ref.num
    tellRefused(num, sent.input['given'] as Given, sent.refused)
  }
  if (sent.refused !== undefined || !queries.getQueryData(queryKey))
    void queries.invalidateQueries({ queryKey, refetchType: 'all' })
  void queries.invalidateQueries({ queryKey: workRead(ref).queryKey })
  void queries.invalidateQueries({ queryKey: [practice.self.path] })
}

/**
 * Writes every verdict into the query cache, whichever page is open. Includes verdicts that arrived before
 * the shell was mounted, because answers from the last visit are sent immediately. Used once, by the shell of
 * all student pages.
 */
export function useVerdicts() {
  const queries = useQueryClient()
  useEffect(() => onSent((sent) => void keep(queries, sent), { fromStart: true }), [queries])
}
