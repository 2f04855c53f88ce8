import { Menu } from '@mantine/core'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { t } from '#shared/language.ts'
import { useRowDrag } from '#web/use-row-drag.ts'
import style from '../Material.module.css'

type Row<T> = (item: T, moving: ReactNode) => ReactNode

type OrderedRowsProps<T> = {
  /** Name of the list for screen readers, such as 'Chapters'. */
  label: string
  /** True if the list is a card itself rather than part of one. */
  isCard?: boolean
  items: readonly T[]
  /** Moves an item to another place in the list, counted from 0. */
  onMove: (from: number, to: number) => void
  /**
   * Renders a row. `moving` contains the menu items that move it. The row's first link handles Alt with the
   * arrow keys.
   */
  renderRow: Row<T>
}

/** A list that can be reordered by dragging, with Alt and the arrow keys, or with the menu of a row. */
export function OrderedRows<T>({ label, isCard = false, items, onMove, renderRow }: OrderedRowsProps<T>) {
  return (
    <ol className={isCard ? `${style.card} card ${style.rows}` : style.rows} aria-label={label}>
      {items.map((item, at) => (
        // Keyed by index, because a chapter's only key is its number, which changes when it moves.
        // The focus is moved explicitly.
        // oxlint-disable-next-line react/no-array-index-key
        <OrderedRow key={at} list={label} at={at} count={items.length} onMove={onMove}>
          {(moving) => renderRow(item, moving)}
        </OrderedRow>
      ))}
    </ol>
  )
}

type OrderedRowProps = {
  list: string
  at: number
  count: number
  onMove: (from: number, to: number) => void
  children: (moving: ReactNode) => ReactNode
}

function OrderedRow({ list, at, count, onMove, children }: OrderedRowProps) {
  const { row, handle, isDragged, edge } = useRowDrag<HTMLLIElement>({
    list,
    id: String(at),
    drop: (dragged, where) => {
      const from = Number(dragged)
      const to = at + (where === 'below' ? 1 : 0) - (from < at ? 1 : 0)
      if (to !== from) onMove(from, to)
    },
  })
  const moveByKey = (event: KeyboardEvent<HTMLLIElement>) => {
    const to = at + (event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0)
    if (!event.altKey || to === at || !(event.target instanceof HTMLAnchorElement)) return
    event.preventDefault()
    if (to < 0 || to >= count) return
    onMove(at, to)
    event.currentTarget.parentElement?.children[to]?.querySelector<HTMLElement>('a')?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      ref={row}
      className={`${style.row} grid middle gap-3 ruled`}
      data-dragged={isDragged || undefined}
      data-edge={edge ?? undefined}
      onKeyDown={moveByKey}
    >
      <span ref={handle} className={`${style.handle} grid center`} aria-hidden>
        {count > 1 && <GripVertical size={16} />}
      </span>
      {children(count > 1 && <MoveButtons at={at} count={count} onMove={onMove} />)}
    </li>
  )
}

function MoveButtons({ at, count, onMove }: Pick<OrderedRowProps, 'at' | 'count' | 'onMove'>) {
  return (
    <>
      <Menu.Item
        leftSection={<ArrowUp size={16} aria-hidden />}
        disabled={at === 0}
        onClick={() => onMove(at, at - 1)}
      >
        {' '}
        {t('Move up')}{' '}
      </Menu.Item>
      <Menu.Item
        leftSection={<ArrowDown size={16} aria-hidden />}
        disabled={at === count - 1}
        onClick={() => onMove(at, at + 1)}
      >
        {' '}
        {t('Move down')}{' '}
      </Menu.Item>
    </>
  )
}
