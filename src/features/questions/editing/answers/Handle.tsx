import { GripVertical } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import style from './Handle.module.css'

type HandleProps = {
  ref: Ref<HTMLButtonElement>
  /** Name of the item that is moved: 'part 2'. */
  of: string
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** By what an item of a list is dragged, or moved with the arrows. */
export function Handle({ ref, of, onKeyDown }: HandleProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={style.handle}
      aria-label={`Move ${of}`}
      title="Drag, or move with the arrows ↑ ↓"
      aria-keyshortcuts="ArrowUp ArrowDown"
      data-handle
      onKeyDown={onKeyDown}
    >
      <GripVertical size={16} aria-hidden />
    </button>
  )
}
