import { useSyncExternalStore } from 'react'
import { type Snack, Snackbar } from '#ui/Toast.tsx'

let current: Snack | null = null
const listeners = new Set<() => void>()

function put(next: Snack | null) {
  current = next
  for (const listener of listeners) listener()
}

/** Shows what just happened; the color is success unless said otherwise (spec §3, §9). `action` is for undo. */
export const snack = (message: string, color: Snack['color'] = 'success', action?: Snack['action']) => put({ message, color, action })

/** Shows a non-empty message with its color and a Close button; closing clears it and the color is success again (spec §4). */
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
