import { type KeyboardEvent, useEffect, useRef } from 'react'

type Place = { row: number; column: number }

const steps: Record<string, [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  upward: [-1, 0],
  downward: [1, 0],
  backward: [0, -1],
  forward: [0, 1],
}

const placeOf = (target: EventTarget | null): Place | null => {
  const [row, column] =
    (target instanceof Element ? target.closest<HTMLElement>('[data-entry]')?.dataset['entry'] : undefined)
      ?.split(' ')
      .map(Number) ?? []
  return row === undefined || column === undefined ? null : { row, column }
}

const fieldAt = (box: HTMLElement | null, { row, column }: Place) =>
  box?.querySelector<HTMLElement>(`[data-entry="${row} ${column}"] :is(input, math-field)`) ?? null

/** Returns true if an arrow key should leave a field, because the caret is at its start or end. */
const isAtEnd = ({ selectionStart, selectionEnd, value }: HTMLInputElement, key: string) =>
  key === 'ArrowLeft'
    ? selectionStart === 0 && selectionEnd === 0
    : selectionStart === value.length && selectionEnd === value.length

/** Focuses the next entry in the direction of an arrow key. Returns false if there is none. */
function step(box: HTMLElement | null, from: Place, name: string) {
  const [down, right] = steps[name] ?? [0, 0]
  const next = fieldAt(box, { row: from.row + down, column: from.column + right })
  next?.focus()
  if (next instanceof HTMLInputElement) next.select()
  return next !== null
}

/**
 * Moves between the entries of a matrix with the arrow keys. In a formula, an arrow key leaves the entry only
 * where the formula ends. `focusOn` waits for an entry that isn't rendered yet.
 */
export function useEntries() {
  const box = useRef<HTMLDivElement>(null)
  const wanted = useRef<Place | null>(null)
  useEffect(() => {
    const field = wanted.current && fieldAt(box.current, wanted.current)
    if (!field) return
    wanted.current = null
    field.focus()
  })
  useEffect(() => {
    const all = box.current
    const onMoveOut = (event: Event) => {
      const place = placeOf(event.target)
      const { direction } = (event as CustomEvent<{ direction: string }>).detail
      if (place && step(all, place, direction)) event.preventDefault()
    }
    all?.addEventListener('move-out', onMoveOut)
    return () => all?.removeEventListener('move-out', onMoveOut)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event
    const place = placeOf(target)
    if (!place || ctrlKey || metaKey || altKey || shiftKey || !(target instanceof HTMLInputElement)) return
    if (!(key in steps)) return
    const isAcross = key === 'ArrowLeft' || key === 'ArrowRight'
    if ((!isAcross || isAtEnd(target, key)) && step(box.current, place, key)) event.preventDefault()
  }
  const focusOn = (place: Place) => {
    const field = fieldAt(box.current, place)
    if (field) field.focus()
    else wanted.current = place
  }
  return { box, onKeyDown, focusOn }
}
