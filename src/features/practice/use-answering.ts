import { useCallback, useEffect, useRef, useState } from 'react'
import { v7 as newId } from 'uuid'
import type { Given } from '#features/questions/rules.ts'
import { draftOf, keepDraft } from '#web/outbox-disk.ts'
import { enqueue, onSent, unsent } from '#web/outbox.ts'
import type { WorkQuestion } from './api.ts'
import { ownSections } from './doing/api.ts'
import { about, type Place } from './use-verdicts.ts'

/**
 * What this device holds of a question: `pending` was entered and is on its way, `draft` is typed and not entered yet. `kept` says where the
 * pending answer is safe by now, which is nowhere for the moment that writing takes.
 */
export type Held = { pending: Given | null; kept: 'disk' | 'window' | null; draft: Given | null }

const writeMs = 300

/**
 * Keeps what is typed or drawn on this device's disk: at once, and then a moment behind, as a drawing is long; and at once when the page goes out of
 * sight, which it does before it is reloaded or closed.
 */
function useDraft(name: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const waiting = useRef<Given | null>(null)
  const forget = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    waiting.current = null
  }, [])
  const write = useCallback(
    function again() {
      const draft = waiting.current
      forget()
      if (!draft) return
      void keepDraft(name, draft)
      timer.current = setTimeout(again, writeMs)
    },
    [name, forget],
  )
  useEffect(() => {
    const onHide = () => document.visibilityState === 'hidden' && write()
    document.addEventListener('visibilitychange', onHide)
    addEventListener('pagehide', write)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      removeEventListener('pagehide', write)
      write()
      forget()
    }
  }, [write, forget])
  const type = (draft: Given) => {
    waiting.current = draft
    if (timer.current === undefined) write()
  }
  return { type, forget }
}

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

  const { type, forget } = useDraft(name)
  const answer = async (given: Given) => {
    forget()
    setHeld({ pending: given, kept: null, draft: null })
    const turn = { seq: question.answers + 1, answerId: newId(), given, typedAt: new Date().toISOString() }
    const kept = await enqueue(ownSections.answer, name, { ...place, ...turn })
    setHeld((before) => (before?.pending === given ? { ...before, kept } : before))
    await keepDraft(name, undefined)
  }
  return { held, type, answer }
}
