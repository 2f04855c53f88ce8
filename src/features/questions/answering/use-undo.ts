import { useState } from 'react'

const maxSteps = 200

/**
 * Adds undo and redo to a value that is stored elsewhere; `change` sets a new value. Undo restores the value
 * before the change even if that value was set from outside. Stores values without copying them, so that
 * shared parts take up memory only once.
 */
export function useUndo<T>(now: T, set: (next: T) => void) {
  const [{ past, future }, keep] = useState<{ past: T[]; future: T[] }>({ past: [], future: [] })
  const change = (next: T) => {
    keep({ past: [...past.slice(-maxSteps), now], future: [] })
    set(next)
  }
  const undo = () => {
    const before = past.at(-1)
    if (before === undefined) return
    keep({ past: past.slice(0, -1), future: [now, ...future] })
    set(before)
  }
  const redo = () => {
    const [after, ...rest] = future
    if (after === undefined) return
    keep({ past: [...past, now], future: rest })
    set(after)
  }
  return { change, undo: past.length > 0 ? undo : null, redo: future.length > 0 ? redo : null }
}
