import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Hint, hints } from '#features/material/hints/api.ts'
import { useMaterialChange } from '#features/material/use-material-change.ts'
import { read, useSend } from '#web/api.ts'
import { useStoredEdit } from '../editing/use-stored-edit.ts'
import { stepsInWords } from './hint-words.ts'
import { useSteps } from './use-steps.ts'

type Draft = { name: string; steps: string[] }

const draftOf = (hint: Hint | null): Draft => ({
  name: hint?.name ?? '',
  steps: hint?.steps.map(({ source }) => source) ?? [''],
})
const words = {
  name: 'Name',
  steps: ['Steps', stepsInWords],
} as const
const isSame = (one: Draft, other: Draft) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Manages a hint that is being edited; `hint` is null for a new one. `store` returns the stored hint, or null
 * if a step is empty or can't be displayed, or if the request fails. `faults` has the problem with each step,
 * and `shown` are the rendered steps. Unsaved input is stored for this tab under `name`.
 */
export function useHint(hint: Hint | null, name: string) {
  const queries = useQueryClient()
  const changed = useMaterialChange()
  const edit = useStoredEdit<Hint | null, Draft>(hint, { draftOf, words, nameOf: () => name, isSame })
  const { base, draft, saved, fail } = edit
  const { shown, broken, empty } = useSteps(draft.steps)
  const [tried, setTried] = useState(false)
  const add = useSend(hints.add, { onError: fail })
  const change = useSend(hints.change, { onError: fail })
  const store = async () => {
    setTried(true)
    if ([...empty, ...broken].some(Boolean)) return null
    const sent = base
      ? change.mutateAsync({ id: base._id, ...draft, ifMatch: base.version })
      : add.mutateAsync(draft)
    const stored = await sent.catch(() => null)
    if (!stored) return null
    queries.setQueryData(read(hints.one, { id: stored._id }).queryKey, stored)
    saved(stored)
    void changed()
    return stored
  }
  return {
    ...edit,
    shown,
    faults: draft.steps.map((_, at) => broken[at] ?? (tried ? (empty[at] ?? null) : null)),
    store,
    isBusy: add.isPending || change.isPending,
  }
}
export type HintState = ReturnType<typeof useHint>
