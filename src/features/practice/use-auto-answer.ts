import { useCallback, useEffect, useRef } from 'react'
import type { Given } from '#features/questions/rules.ts'
import { announce } from '#web/outbox.ts'
import type { useAnswering } from './use-answering.ts'

/** Pause in ms after which the fields' contents are submitted as an answer. */
const lullMs = 1500

/**
 * Submits answers that can be changed freely: shortly after the last change, or immediately when the student
 * leaves the question or page or can no longer change the answer (`open`). Also submits a draft that remains
 * from a closed window.
 */
export function useAutoAnswer(
  name: string,
  { held, type, answer }: ReturnType<typeof useAnswering>,
  open: boolean,
) {
  const due = useRef<Given | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const enterNow = useCallback(() => {
    clearTimeout(timer.current)
    const given = due.current
    due.current = null
    if (given)
      void answer(given).finally(() => announce({ kind: 'answer', about: name }, due.current !== null))
  }, [answer, name])
  const change = useCallback(
    (given: Given) => {
      due.current = given
      announce({ kind: 'answer', about: name }, true)
      type(given)
      clearTimeout(timer.current)
      timer.current = setTimeout(enterNow, lullMs)
    },
    [enterNow, name, type],
  )

  const looked = useRef(false)
  useEffect(() => {
    if (!held || looked.current) return
    looked.current = true
    if (open && held.typed) change(held.typed)
  }, [held, open, change])
  useEffect(() => {
    if (!open) enterNow()
  }, [open, enterNow])
  useEffect(() => {
    const onHide = () => document.visibilityState === 'hidden' && enterNow()
    document.addEventListener('visibilitychange', onHide)
    addEventListener('pagehide', enterNow)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      removeEventListener('pagehide', enterNow)
      enterNow()
    }
  }, [enterNow])
  return { change, enterNow }
}
