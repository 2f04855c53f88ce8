import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Hint, hints } from '#features/material/hints/api.ts'
import { useMaterialChange } from '#features/material/use-material-change.ts'
import { read, useSend } from '#web/api.ts'
import { useEdit } from '#web/use-edit.ts'
import { useSteps } from './use-steps.ts'

type Draft = { name: string; steps: string[] }

const draftOf = (hint: Hint | null): Draft => ({
  name: hint?.name ?? '',
  steps: hint?.steps.map(({ source }) => source) ?? [''],
})
const words = {
  name: 'Name',
  steps: ['Steps', (steps: string[]) => steps.map((step, at) => `${at + 1}. ${step}`).join(' ')],
} as const

/**
 * State of a hint being edited; `hint` is null for a new one. `store` returns the stored hint, or null on
 * failure. `faults` are the problems with each step, and `shown` are the rendered steps.
 */
export function useHint(hint: Hint | null) {
  const queries = useQueryClient()
  const changed = useMaterialChange()
  const edit = useEdit<Hint | null, Draft>(hint, { draftOf, words })
  const { seen, draft, saved, fail } = edit
  const { shown, broken, empty } = useSteps(draft.steps)
  const [tried, setTried] = useState(false)
  const add = useSend(hints.add, { onError: fail })
  const change = useSend(hints.change, { onError: fail })
  const store = async () => {
    setTried(true)
    if ([...empty, ...broken].some(Boolean)) return null
    const sent = seen
      ? change.mutateAsync({ id: seen._id, ...draft, ifMatch: seen.version })
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
    isChanged: JSON.stringify(draft) !== JSON.stringify(draftOf(seen)),
    isBusy: add.isPending || change.isPending,
    forget: () => {},
  }
}
export type HintState = ReturnType<typeof useHint>
