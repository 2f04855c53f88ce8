import { useCallback, useEffect, useRef } from 'react'
import type { Given } from '#features/questions/rules.ts'
import { announce } from '#web/outbox.ts'
import type { useAnswering } from './use-answering.ts'

/** Pause in ms after which the fields' contents are submitted as an answer. */
const submitDelayMs = 1500

/**
 * Submits answers that can be changed freely: shortly after the last change, or immediately when the student
 * leaves the question or page or can no longer change the answer (`open` is false). Also submits a draft that
 * remains from a closed window.
 */
export function useAutoAnswer(
  name: string,
  { localAnswer, type, answer }: ReturnType<typeof useAnswering>,
  open: boolean,
) {
  const due = useRef<Given | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const submitNow = useCallback(() => {
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
      timer.current = setTimeout(submitNow, submitDelayMs)
    },
    [submitNow, name, type],
  )

  const looked = useRef(false)
  useEffect(() => {
    if (!localAnswer || looked.current) return
    looked.current = true
    if (open && localAnswer.typed) change(localAnswer.typed)
  }, [localAnswer, open, change])
  useEffect(() => {
    if (!open) submitNow()
  }, [open, submitNow])
  useEffect(() => {
    const onHide = () => document.visibilityState === 'hidden' && submitNow()
    document.addEventListener('visibilitychange', onHide)
    addEventListener('pagehide', submitNow)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      removeEventListener('pagehide', submitNow)
      submitNow()
    }
  }, [submitNow])
  return { change, submitNow }
}
