import { GripVertical } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import { t } from '#shared/language.ts'
import style from './Handle.module.css'

type HandleProps = {
  ref: Ref<HTMLButtonElement>
  /** Name of the item to move, such as 'part 2'. */
  of: string
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** Handle for moving a list item by dragging or with the arrow keys. */
export function Handle({ ref, of, onKeyDown }: HandleProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={`${style.handle} grid center quiet target`}
      aria-label={t('Move {of}', { of })}
      title={t('Drag, or use the ↑ ↓ keys')}
      aria-keyshortcuts="ArrowUp ArrowDown"
      data-handle
      onKeyDown={onKeyDown}
    >
      <GripVertical size={16} aria-hidden />
    </button>
  )
}
