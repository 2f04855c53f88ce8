import { useSyncExternalStore } from 'react'
import { Problem, sentences } from '#shared/problem.ts'
import { type Snack, Snackbar } from '#ui/Snackbar.tsx'

let current: Snack | null = null
const listeners = new Set<() => void>()

function put(next: Snack | null) {
  current = next
  for (const listener of listeners) listener()
}

/** Shows what just happened; the colour is success unless said otherwise (spec §3, §9). `action` is for undo. */
export const snack = (message: string, color: Snack['color'] = 'success', action?: Snack['action']) => put({ message, color, action })

/** The sentence for a failed call (spec §8): offline, then what the server said, then the catalogue. */
export function sentenceFor(error: unknown, online = navigator.onLine) {
  if (!online) return sentences.offline
  if (error instanceof Problem && error.message) return error.message
  if (error instanceof Problem && error.status === 404) return sentences.notFound
  return sentences.failed
}

/** Shows a non-empty message with its colour and a Close button; closing clears it and the colour is success again (spec §4). */
export function SnackCorner() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
  return <Snackbar snack={shown} onClose={() => put(null)} />
}
