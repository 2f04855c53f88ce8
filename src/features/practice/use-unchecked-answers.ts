import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isBlank, isComplete } from '#features/questions/kinds/given.ts'
import type { Given } from '#features/questions/rules.ts'
import type { OutputOf } from '#shared/contract.ts'
import { draftsOf, storeDraft } from '#web/outbox-disk.ts'
import type { ownSections } from './answering/api.ts'
import type { Work } from './api.ts'
import { isFree } from './rules.ts'
import { submitInOrder } from './use-answering.ts'
import { questionRead } from './use-own-work.ts'
import { type FamilyViewer, isSameQuestion, refOf, type Stop, stopsOf } from './question-ref.ts'

type UncheckedAnswer = { stop: Stop<FamilyViewer>; name: string; given: Given; finished: boolean }

/**
 * Returns the answers that were typed on this device but never checked. Those that aren't `finished` can't be
 * checked. Only homework has unchecked answers: in other work, answers are submitted automatically.
 */
async function uncheckedAnswers(queries: QueryClient, work: Work, viewer: FamilyViewer) {
  if (isFree(work.kind)) return []
  const stops = stopsOf(work, viewer)
  const found = await Promise.all(
    (await draftsOf(`${work.kind} ${work._id} `)).map(async ({ about: name, draft }) => {
      const ref = refOf(name)
      const stop = ref && stops.find((each) => isSameQuestion(each.ref, ref))
      if (!stop || stop.question.over) return []
      const question = await queries.ensureQueryData(questionRead(stop.ref)).catch(() => null)
      const given = draft as Given
      const isNew = JSON.stringify(question?.given) !== JSON.stringify(given)
      if (!question || !isNew || isBlank(given)) return []
      return [{ stop, name, given, finished: isComplete(question.shown, given) }]
    }),
  )
  return found.flat().toSorted((a, b) => a.stop.question.sequenceQuesNum - b.stop.question.sequenceQuesNum)
}

/**
 * Returns the unchecked answers of work, read each time `open` becomes true, and a function that submits the
 * finished ones, so that none are lost when the work is handed in. Once they have been checked, the function
 * resolves to the questions whose answers can't be read.
 */
export function useUncheckedAnswers(work: Work, viewer: FamilyViewer, open: boolean) {
  const queries = useQueryClient()
  const [unchecked, setUnchecked] = useState<readonly UncheckedAnswer[]>([])
  useEffect(() => {
    if (!open) return
    let shown = true
    void uncheckedAnswers(queries, work, viewer).then((found) => shown && setUnchecked(found))
    return () => {
      shown = false
    }
  }, [queries, work, viewer, open])
  const submit = async () => {
    // Read again, because the last answer may have been stored after the dialog opened.
    const found = (await uncheckedAnswers(queries, work, viewer)).filter(({ finished }) => finished)
    const entered = found.map(async ({ stop, name, given }) => {
      const queued = await submitInOrder(queries, name, given)
      await storeDraft(name, undefined)
      const outcome = (await queued?.sent)?.answer as OutputOf<typeof ownSections.answer> | undefined
      return outcome?.verdict?.status === 'invalid' ? [stop] : []
    })
    const unreadable = (await Promise.all(entered)).flat()
    setUnchecked([])
    return unreadable
  }
  return { unchecked, submit }
}
