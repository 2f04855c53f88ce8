import { useSyncExternalStore } from 'react'
import { Problem, sentences } from '#shared/problem.ts'
import { Snackbar } from '#ui/Snackbar.tsx'

type Snack = { message: string; color: 'success' | 'info' | 'warn' | 'error'; action?: { label: string; run: () => void } }

const none: Snack = { message: '', color: 'success' }
let current = none
const listeners = new Set<() => void>()

function put(next: Snack) {
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
  return <Snackbar message={shown.message} color={shown.color} action={shown.action} onClose={() => put(none)} />
}
