import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '#shared/language.ts'
import type { Fields } from '../../answering/fields.ts'

type LinesProps = Pick<Fields<'derivation'>, 'shown' | 'given' | 'onChange' | 'onEnter'>

/** Returns the number of a line as students see it. The given line is number 1. */
export const numberOf = (at: number) => at + 2

/**
 * Returns the lines of an answer, and actions on them. Adding or removing a line moves the focus within the
 * list and is announced to screen readers.
 */
export function useLines(
  box: RefObject<HTMLOListElement | null>,
  { shown, given, onChange, onEnter }: LinesProps,
) {
  const [said, say] = useState('')
  const wanted = useRef<number | null>(null)
  const lines = given.lines.length > 0 ? given.lines : ['']
  useEffect(() => {
    if (wanted.current === null) return
    const line = box.current?.querySelector(`[data-line="${wanted.current}"]`)
    line?.querySelector<HTMLElement>('math-field, input')?.focus()
    wanted.current = null
  })
  const put = (next: string[]) => onChange({ kind: 'derivation', lines: next })
  const isFull = lines.length >= shown.most
  const add = (after: number) => {
    if (isFull) return say(t('That’s the maximum number of lines.'))
    wanted.current = after + 1
    put(lines.toSpliced(after + 1, 0, ''))
    say(t('Line {num} added.', { num: numberOf(after + 1) }))
  }
  const remove = (at: number) => {
    if (lines.length < 2) return
    wanted.current = Math.max(0, at - 1)
    put(lines.toSpliced(at, 1))
    say(t('Line {num} removed.', { num: numberOf(at) }))
  }
  /**
   * Adds a line on Enter unless the current one is empty, submits the answer on Ctrl+Enter or ⌘+Enter, and
   * removes an empty line on Backspace unless it is the only one.
   */
  const hearKey = (event: KeyboardEvent, at: number) => {
    const { key, ctrlKey, metaKey } = event
    const isEmpty = (lines[at] ?? '') === ''
    if (key === 'Enter') {
      if (ctrlKey || metaKey) onEnter()
      else if (!isEmpty) add(at)
    } else if (key !== 'Backspace' || !isEmpty || lines.length < 2) return
    else remove(at)
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    said,
    lines,
    isFull,
    add,
    remove,
    hearKey,
    change: (at: number, text: string) => put(lines.with(at, text)),
  }
}
