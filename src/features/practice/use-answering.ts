import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { v7 as newId } from 'uuid'
import { emptyGiven, isBlank } from '#features/questions/kinds/given.ts'
import type { Given } from '#features/questions/rules.ts'
import { draftOf, draftsOf, storeDraft } from '#web/outbox-disk.ts'
import { enqueue, unsent } from '#web/outbox.ts'
import { onSent } from '#web/outcomes.ts'
import type { Work, WorkQuestion } from './api.ts'
import { isFree } from './rules.ts'
import { answerCall, questionRead, workRead } from './use-own-work.ts'
import {
  outboxSubject,
  type FamilyViewer,
  isSameQuestion,
  type QuestionRef,
  refOf,
  stopsOf,
  type WorkRef,
} from './question-ref.ts'

/**
 * Answers to a question on this device: `pending` was submitted and is being sent, `typed` is in the fields.
 * `storedOn` is where the pending answer is saved, or null while it is being written.
 */
export type LocalAnswer = { pending: Given | null; storedOn: 'disk' | 'window' | null; typed: Given | null }

const writeMs = 300

/**
 * Saves drafts to this device's disk: the first change immediately, later ones after a short delay, because
 * drawings are long. Also saves immediately when the page is hidden, which happens before it is reloaded or
 * closed.
 */
function useSavedDraft(name: string) {
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
      void storeDraft(name, draft)
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
  const type = useCallback(
    (draft: Given) => {
      waiting.current = draft
      if (timer.current === undefined) write()
    },
    [write],
  )
  return { type, forget }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const markAnswered = (queries: QueryClient, ref: QuestionRef<FamilyViewer>, answered: boolean) =>
  queries.setQueryData<Work>(workRead(ref).queryKey, (work) => {
    if (!work) return work
    const mine = stopsOf(work, ref.viewer).find((stop) => isSameQuestion(stop.ref, ref))?.question
    const sections = work.sections.map(({ questions, ...rest }) => ({
      ...rest,
      questions: questions.map((each) => (each === mine ? { ...each, answered, unread: false } : each)),
    }))
    return { ...work, sections }
  })

/**
 * Puts one answer in the outbox, with a `seq` higher than all known ones. If answers can be changed freely,
 * skips a repeat or an empty first answer and returns null.
 */
async function putAnswer(queries: QueryClient, name: string, given: Given) {
  const ref = refOf(name)
  if (!ref) return null
  const { queryKey } = questionRead(ref)
  const question = await queries.ensureQueryData(questionRead(ref))
  const before = (await unsent(name)).at(-1)?.input
  // Read again, because the previous answer may have arrived in the meantime.
  const { answers, given: stored } = queries.getQueryData<WorkQuestion>(queryKey) ?? question
  const last = before?.['given'] ?? stored ?? emptyGiven(question.shown)
  if (isFree(ref.kind) && same(last, given)) return null
  const seq = Math.max(answers, Number(before?.['seq'] ?? 0)) + 1
  const { endpoint, input } = answerCall(ref)
  const typed = { ...input, seq, answerId: newId(), given, typedAt: new Date().toISOString() }
  const { storedOn, sent } = enqueue(endpoint, { kind: 'answer', about: name }, typed)
  const queued = { storedOn: await storedOn, sent }
  markAnswered(queries, ref, !isBlank(given))
  return queued
}

/** Submits answers one at a time, so that no two get the same `seq`. */
let latest: Promise<unknown> = Promise.resolve()
export function submitInOrder(queries: QueryClient, name: string, given: Given) {
  const submitting = latest.then(async () => await putAnswer(queries, name, given))
  latest = submitting.catch(() => {})
  return submitting
}

/**
 * Submits the drafts of this work that remain from a closed window, except the draft of the question `but`.
 * Call it only for work whose answers can be changed freely.
 */
export async function submitDrafts(
  queries: QueryClient,
  { kind, workId }: Pick<WorkRef, 'kind' | 'workId'>,
  but: string,
) {
  for (const { about: name, draft } of await draftsOf(`${kind} ${workId} `)) {
    if (name === but) continue
    await submitInOrder(queries, name, draft as Given).then(
      () => storeDraft(name, undefined),
      () => {},
    )
  }
}

/**
 * Answers one question through the outbox. `localAnswer` is null until it is loaded from the device's disk,
 * where it survives a reload.
 */
export function useAnswering(ref: QuestionRef<FamilyViewer>) {
  const { kind } = ref
  const name = outboxSubject(ref)
  const queries = useQueryClient()
  const [localAnswer, setLocalAnswer] = useState<LocalAnswer | null>(null)
  const typed = useRef<Given | null>(null)
  useEffect(() => {
    let shown = true
    void Promise.all([unsent(name), draftOf(name)]).then(([entries, draft]) => {
      const pending = (entries.at(-1)?.input['given'] as Given | undefined) ?? null
      if (shown) setLocalAnswer({ pending, storedOn: 'disk', typed: (draft as Given | undefined) ?? null })
    })
    const stop = onSent(({ about: sent, input, refused }) => {
      if (sent !== name) return
      setLocalAnswer((before) => {
        if (!before) return before
        const pending = same(before.pending, input['given']) ? null : before.pending
        // If the answer was refused, for example because another device answered first, shows the stored
        // answer unless something else has been typed here since.
        return refused !== undefined && same(before.typed, input['given'])
          ? { ...before, pending, typed: null }
          : { ...before, pending }
      })
    })
    return () => {
      shown = false
      stop()
    }
  }, [name])

  const { forget, type: keep } = useSavedDraft(name)
  const type = useCallback(
    (given: Given) => {
      typed.current = given
      keep(given)
      setLocalAnswer((before) => before && { ...before, typed: given })
    },
    [keep],
  )
  const answer = useCallback(
    async (given: Given) => {
      typed.current = given
      forget()
      // An answer that can be changed freely is shown as pending. An answer to be checked stays in the
      // fields, so that it can be corrected.
      setLocalAnswer((before) => ({
        pending: given,
        storedOn: null,
        typed: isFree(kind) ? null : (before?.typed ?? null),
      }))
      const storedOn = (await submitInOrder(queries, name, given))?.storedOn ?? null
      setLocalAnswer((before) =>
        before?.pending === given ? { ...before, pending: storedOn ? given : null, storedOn } : before,
      )
      if (typed.current === given) await storeDraft(name, undefined)
    },
    [queries, kind, name, forget],
  )
  return { localAnswer, type, answer }
}
