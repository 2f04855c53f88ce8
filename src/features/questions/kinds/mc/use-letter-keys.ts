import type { KeyboardEvent, RefObject } from 'react'
import { choiceOfKey } from './given.ts'

type LetterKeys = {
  /** Element that contains one input for each choice, in order. */
  box: RefObject<HTMLElement | null>
  count: number
  readOnly: boolean
  /** Returns the index of the choice for a key; -1 for any other key. */
  indexOf?: (key: string) => number
  pick: (at: number) => void
  onEnter: () => void
}

/** Returns a key handler that picks and focuses the choice whose letter or number is pressed. */
export function useLetterKeys({ box, count, readOnly, indexOf = choiceOfKey, pick, onEnter }: LetterKeys) {
  return ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (readOnly || ctrlKey || metaKey || altKey) return
    if (key === 'Enter') return onEnter()
    const at = indexOf(key)
    if (at < 0 || at >= count) return
    pick(at)
    box.current?.querySelectorAll('input')[at]?.focus()
  }
}
