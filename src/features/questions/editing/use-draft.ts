import { useQueryClient } from '@tanstack/react-query'
import { useMaterialChange } from '#features/material/use-material-change.ts'
import { type Draft, type Question, questions } from '../api.ts'
import { placeQuery, type SectionPlace } from '../listing/question-pages.ts'
import { call, read, useSend } from '#web/api.ts'
import { useMe } from '#web/session.tsx'
import { draftWords } from './DraftWords.tsx'
import { draftOf, isSameDraft, missingIn, tidied } from './draft.ts'
import { useStoredEdit } from './use-stored-edit.ts'

type DraftOptions = { place: SectionPlace; question: Question | null; behind?: number | undefined }

/**
 * Manages a question's draft. Unsaved input is stored for this tab, and saving uses If-Match. `save` and
 * `review` return the stored question, or null if the draft is incomplete or a request fails. `review` saves
 * first, and doesn't change the status of a question with faults. `differences` is set if somebody else has
 * saved the question in the meantime.
 */
export function useDraft({ place, question, behind }: DraftOptions) {
  const queries = useQueryClient()
  const changed = useMaterialChange()
  const me = useMe()._id
  const newName = `new:${JSON.stringify(placeQuery(place))}`
  const edit = useStoredEdit<Question | null, Draft>(question, {
    draftOf,
    words: draftWords,
    nameOf: (record) => `draft:${me}:${record?._id ?? newName}`,
    isSame: isSameDraft,
  })
  const { base, draft, isChanged, saved, fail } = edit

  const change = useSend(questions.change, { onError: fail })
  const add = useSend(questions.add, { onError: fail })
  const arrange = useSend(questions.arrange, { onError: fail })
  const store = (record: Question) => {
    queries.setQueryData(read(questions.one, { id: record._id }).queryKey, record)
    saved(record)
    void changed()
    return record
  }
  const save = async () => {
    if (Object.keys(missingIn(draft)).length > 0) return null
    if (base && !isChanged) return base
    const sent = tidied(draft)
    const done = base
      ? change.mutateAsync({ id: base._id, ...sent, ifMatch: base.version })
      : add.mutateAsync({ ...placeQuery(place), behind, ...sent })
    return await done.then(store).catch(() => null)
  }
  const review = async (status: 'success' | 'warn') => {
    const stored = await save()
    if (!stored || stored.faults.length > 0) return stored
    const done = await arrange
      .mutateAsync({ ids: [stored._id], status, ifMatch: stored.version })
      .catch(() => null)
    if (!done) return null
    return await call(questions.one, { id: stored._id })
      .then(store)
      .catch((error: Error) => (fail(error), null))
  }
  return {
    ...edit,
    isBusy: change.isPending || add.isPending || arrange.isPending,
    save,
    review,
  }
}
export type DraftState = ReturnType<typeof useDraft>
