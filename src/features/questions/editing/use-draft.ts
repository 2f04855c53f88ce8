import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMaterialChange } from '#features/material/use-material-change.ts'
import { type Draft, type Question, questions } from '#features/questions/api.ts'
import { t } from '#shared/language.ts'
import { askedAt, type SectionPlace } from '../listing/question-pages.ts'
import { solutionOf, wordsOf } from '#features/questions/rules.ts'
import { counted } from '#shared/text.ts'
import { call, read, useSend } from '#web/api.ts'
import { useMe } from '#web/session.tsx'
import { useEdit } from '#web/use-edit.ts'
import { draftOf, isSameDraft, missingIn, tidied } from './draft.ts'

/**
 * Unsaved input, along with the question it is based on, so that saving it later still detects a colleague's
 * changes.
 */
type Kept = { base: Question | null; draft: Draft }

function keptIn(name: string): Kept | null {
  try {
    const text = sessionStorage.getItem(name)
    return text === null ? null : (JSON.parse(text) as Kept)
  } catch {
    return null
  }
}

function keep(name: string, kept: Kept | null) {
  try {
    if (kept) sessionStorage.setItem(name, JSON.stringify(kept))
    else sessionStorage.removeItem(name)
  } catch {
    // The storage is full or disabled. Users are still asked before leaving the page.
  }
}

const words = {
  instructions: 'Instructions',
  content: 'Question',
  answers: ['Answer', (key: Draft['answers']) => wordsOf(solutionOf(key)) || key.kind],
  hint: ['Hint', (hint: Draft['hint']) => (hint ? t('Has a hint') : '')],
  visual: ['Picture', (visual: Draft['visual']) => visual?.alt || (visual ? t('A picture') : '')],
  variables: ['Variables', (said: Draft['variables']) => (said ? JSON.stringify(said) : '')],
  tests: ['Tests', (tests: Draft['tests']) => counted(tests.length, 'test')],
} as const

type Writing = { place: SectionPlace; question: Question | null; behind?: number | undefined }

/**
 * State of a question's draft. Unsaved input is stored for this tab, and saving uses If-Match. `save` and
 * `review` return the stored question, or null if it can't be stored yet. `differences` is set if somebody
 * else has saved the question in the meantime.
 */
export function useDraft({ place, question, behind }: Writing) {
  const queries = useQueryClient()
  const changed = useMaterialChange()
  const me = useMe()._id
  const nameOf = (id: string | undefined) => `draft:${me}:${id ?? `new:${JSON.stringify(askedAt(place))}`}`
  const [kept] = useState(() => keptIn(nameOf(question?._id)))
  const edit = useEdit<Question | null, Draft>(kept ? kept.base : question, {
    draftOf,
    words,
    begun: kept?.draft,
  })
  const { seen, draft, saved, fail } = edit
  const isChanged = !isSameDraft(draft, draftOf(seen))
  const name = nameOf(seen?._id)
  useEffect(() => keep(name, isChanged ? { base: seen, draft } : null), [name, isChanged, seen, draft])

  const change = useSend(questions.change, { onError: fail })
  const add = useSend(questions.add, { onError: fail })
  const arrange = useSend(questions.arrange, { onError: fail })
  const store = (record: Question) => {
    // Text typed while the question was being added becomes its draft.
    if (!seen) keep(name, null)
    queries.setQueryData(read(questions.one, { id: record._id }).queryKey, record)
    saved(record)
    void changed()
    return record
  }
  const save = async () => {
    if (Object.keys(missingIn(draft)).length > 0) return null
    if (seen && !isChanged) return seen
    const sent = tidied(draft)
    const done = seen
      ? change.mutateAsync({ id: seen._id, ...sent, ifMatch: seen.version })
      : add.mutateAsync({ ...askedAt(place), behind, ...sent })
    return await done.then(store).catch(() => null)
  }
  const review = async (status: 'success' | 'warn') => {
    const stored = await save()
    if (!stored || stored.faults.length > 0) return stored
    const done = await arrange
      .mutateAsync({ ids: [stored._id], status, ifMatch: stored.version })
      .catch(() => null)
    return done && store(await call(questions.one, { id: stored._id }))
  }
  return {
    ...edit,
    isChanged,
    wasKept: kept !== null,
    isBusy: change.isPending || add.isPending || arrange.isPending,
    save,
    review,
    forget: () => keep(name, null),
    discard: () => edit.set(draftOf(seen)),
  }
}
export type DraftState = ReturnType<typeof useDraft>
