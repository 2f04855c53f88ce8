import { useEffect, useState } from 'react'
import { v7 as newId } from 'uuid'
import type { Given } from '#features/questions/rules.ts'
import { draftOf, keepDraft } from '#web/outbox-disk.ts'
import { enqueue, onSent, unsent } from '#web/outbox.ts'
import { practice, type WorkQuestion } from './api.ts'
import { about, type Place } from './use-verdicts.ts'

/**
 * What this device holds of a question: `pending` was entered and is on its way, `draft` is typed and not entered yet. `kept` says where the
 * pending answer is safe by now, which is nowhere for the moment that writing takes.
 */
export type Held = { pending: Given | null; kept: 'disk' | 'window' | null; draft: Given | null }

/** Answers one question through the outbox. `held` is null until the device's disk was asked, and found again after a reload. */
export function useAnswering(place: Place, question: WorkQuestion) {
  const name = about(place)
  const [held, setHeld] = useState<Held | null>(null)
  useEffect(() => {
    let shown = true
    void Promise.all([unsent(name), draftOf(name)]).then(([entries, draft]) => {
      const pending = (entries.at(-1)?.input['given'] as Given | undefined) ?? null
      if (shown) setHeld({ pending, kept: 'disk', draft: (draft as Given | undefined) ?? null })
    })
    const stop = onSent((sent) => {
      if (sent.about === name) setHeld((before) => before && { ...before, pending: null })
    })
    return () => {
      shown = false
      stop()
    }
  }, [name])

  const type = (draft: Given) => void keepDraft(name, draft)
  const answer = async (given: Given) => {
    setHeld({ pending: given, kept: null, draft: null })
    const turn = { seq: question.answers + 1, answerId: newId(), given, typedAt: new Date().toISOString() }
    const kept = await enqueue(practice.answer, name, { ...place, ...turn })
    setHeld((before) => (before?.pending === given ? { ...before, kept } : before))
    await keepDraft(name, undefined)
  }
  return { held, type, answer }
}
