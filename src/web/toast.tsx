import { useSyncExternalStore } from 'react'
import { t } from '#shared/language.ts'
import { type ToastAction, type ToastState, Toast } from '#ui/Toast.tsx'

let current: ToastState | null = null
const listeners = new Set<() => void>()

function put(next: ToastState | null) {
  current = next
  for (const listener of listeners) listener()
}

/**
 * Shows a message in a toast, by default in the success color (spec §3, §9), with actions such as undo.
 * Replaces the previous one.
 */
export const toast = (
  message: string,
  color: ToastState['color'] = 'success',
  ...actions: (ToastAction | false | undefined)[]
) => put({ message, color, actions: actions.filter((action) => !!action) })

/** Runs the undo action of the message on screen. Returns false if there is none. */
export function undoFromToast() {
  const undo = current?.actions.find(({ label }) => label === t('Undo'))
  if (!undo) return false
  put(null)
  undo.act()
  return true
}

/** Shows the current toast, if any, until its time is up or somebody closes it (spec §4). */
export function ToastRegion() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
  return <Toast toast={shown} onClose={() => put(null)} />
}
