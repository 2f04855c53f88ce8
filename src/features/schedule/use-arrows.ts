import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useKeys } from '#web/use-keys.ts'

type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'
const isArrow = (key: string): key is Direction => /^Arrow(Left|Right|Up|Down)$/.test(key)

const gap = (from: number, to: number, otherFrom: number, otherTo: number) =>
  Math.max(otherFrom - to, from - otherTo, 0)

/**
 * Returns the nearest card in a direction, if any. Left and right fall back to the previous and next cards in
 * order.
 */
function cardBeside(cards: readonly HTMLElement[], card: HTMLElement, key: Direction) {
  const here = card.getBoundingClientRect()
  const step = key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1
  const isSide = key === 'ArrowLeft' || key === 'ArrowRight'
  const near = cards
    .map((other) => {
      const there = other.getBoundingClientRect()
      const x = {
        along: step * (there.left - here.left),
        across: gap(here.top, here.bottom, there.top, there.bottom),
      }
      const y = {
        along: step * (there.top - here.top),
        across: gap(here.left, here.right, there.left, there.right),
      }
      return { other, ...(isSide ? x : y) }
    })
    .filter(({ other, along, across }) => other !== card && along > 0 && !(isSide && across > 0))
    .toSorted((a, b) => a.along + 3 * a.across - (b.along + 3 * b.across))[0]
  return near?.other ?? (isSide ? cards[cards.indexOf(card) + step] : undefined)
}

const linesOf = (card: HTMLElement) => [...card.querySelectorAll<HTMLElement>('[data-line]')]
const actionOf = (card: HTMLElement, action: string) =>
  card.querySelector<HTMLElement>(`[data-action="${action}"]`)

/**
 * Returns the element that an arrow key leads to from a student's line or a card's action: in the same card,
 * or the corresponding one in the next card.
 */
function next(cards: readonly HTMLElement[], at: HTMLElement, key: Direction) {
  const card = at.closest<HTMLElement>('[data-card]')
  if (!card) return undefined
  const lines = linesOf(card)
  const line = lines.indexOf(at)
  const within =
    key === 'ArrowDown' ? lines[line + 1] : key === 'ArrowUp' && line > 0 ? lines[line - 1] : undefined
  if (within) return within
  const beside = cardBeside(cards, card, key)
  if (!beside) return undefined
  const action = at.dataset['action']
  const there = linesOf(beside)
  const same =
    key === 'ArrowUp' ? there.length - 1 : key === 'ArrowDown' ? 0 : Math.min(line, there.length - 1)
  return (
    (action && actionOf(beside, action)) || there[same] || actionOf(beside, 'add') || actionOf(beside, 'day')
  )
}

/**
 * Lets arrow keys move between students and between the cards of a grid, while Tab stops at only one card.
 * Attach it to an element around cards with `data-card` (their id), whose student buttons have `data-line`
 * and whose other buttons have `data-action`. `at` is the id of the current card. If the focused element
 * disappears, for example because the student was moved, the focus goes to the current card. The left and
 * right arrows also lead into the grid if the focus is on the page's heading or nowhere.
 */
export function useArrows() {
  const [at, setAt] = useState<string | null>(null)
  const grid = useRef<HTMLDivElement>(null)
  const isHere = useRef(false)
  const enter = ({ target }: { target: EventTarget | null }) => {
    if (!(target instanceof Element && target.matches('body, h1'))) return
    const stop = (of: string) => grid.current?.querySelector<HTMLElement>(`[${of}][tabindex="0"]`)
    ;(stop('data-line') ?? stop('data-action'))?.focus()
  }
  useKeys({ ArrowLeft: enter, ArrowRight: enter })
  useEffect(() => {
    if (!isHere.current || document.activeElement !== document.body) return
    const stops =
      grid.current?.querySelectorAll<HTMLElement>(
        `[data-card="${at}"] :is([data-line], [data-action])[tabindex="0"]`,
      ) ?? []
    ;[...stops].at(-1)?.focus()
  })
  const onFocus = ({ target }: { target: Element }) => {
    isHere.current = true
    setAt((old) => target.closest<HTMLElement>('[data-card]')?.dataset['card'] ?? old)
  }
  // When a focused student is moved elsewhere, its removed element loses the focus too. Ignore that, so that
  // the effect above sets the focus again.
  const onBlur = ({ target }: { target: Element }) =>
    queueMicrotask(() => {
      if (target.isConnected) isHere.current = false
    })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = event.target as HTMLElement
    if (
      !isArrow(event.key) ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      !from.matches('[data-line], [data-action]')
    )
      return
    const to = next([...event.currentTarget.querySelectorAll<HTMLElement>('[data-card]')], from, event.key)
    event.preventDefault()
    to?.focus()
  }
  return { at, around: { ref: grid, onFocus, onBlur, onKeyDown } }
}
