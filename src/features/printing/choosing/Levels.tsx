import { Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { printing, type LevelOrder } from '../api.ts'
import { fitted, moved } from '../rules.ts'
import { t } from '#shared/language.ts'
import { useRowDrag } from '#web/use-row-drag.ts'
import { Problem } from '#shared/problem.ts'
import { Button } from '#ui/Button.tsx'
import { RowMenu } from '#ui/RowMenu.tsx'
import { read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import style from './Choosing.module.css'

type Line = LevelOrder['levels'][number]

/**
 * List of levels in print order, to choose a level or to change the order (spec §7, `/bcprint/level-order`).
 */
export function Levels({ order, chosen }: { order: LevelOrder; chosen: string | undefined }) {
  const stored = order.levels.map(({ levelId }) => levelId)
  const { mine, setMine, clash, save, dismiss, isPending } = useOrder()
  const ids = mine ? fitted(mine, stored) : stored
  const isNew = ids.join() !== stored.join()
  const lines = ids.flatMap((id) => order.levels.find(({ levelId }) => levelId === id) ?? [])
  const list = useKeptFocus()
  const put = (id: string, to: number) =>
    setMine(moved(ids, ids.indexOf(id), Math.min(Math.max(to, 0), ids.length - 1)))
  return (
    <section className={`${style.card} card grid gap-2 pad-3`} aria-labelledby="levels">
      <h2 id="levels">{t('Levels in print order')}</h2>
      <ol
        ref={list}
        className={`${style.list} ${style.levels}`}
        data-short={chosen !== undefined || undefined}
      >
        {lines.map((line, at) => (
          <LevelRow
            key={line.levelId}
            line={line}
            at={at}
            isLast={at === lines.length - 1}
            isChosen={line.levelId === chosen}
            ids={ids}
            put={put}
          />
        ))}
      </ol>
      {clash && <Clash levels={order.levels} onTheirs={dismiss} />}
      {isNew && (
        <div className="cluster gap-2">
          <Button
            kind="primary"
            busy={isPending}
            onClick={() => save({ version: order.version, levels: ids })}
          >
            {t(clash ? 'Save mine' : 'Save order')}
          </Button>
          {!clash && <Button onClick={dismiss}>{t('Undo')}</Button>}
        </div>
      )}
    </section>
  )
}

/**
 * Manages an order that is being edited. `clash` is true if somebody else has saved a different order in the
 * meantime.
 */
function useOrder() {
  const queries = useQueryClient()
  const [mine, setMine] = useState<readonly string[] | null>(null)
  const [clash, setClash] = useState(false)
  const { queryKey } = read(printing.order, {})
  const dismiss = () => {
    setMine(null)
    setClash(false)
  }
  const { mutate, isPending } = useSend(printing.putOrder, {
    onSuccess: (now) => {
      queries.setQueryData<LevelOrder>(queryKey, now)
      dismiss()
      toast(t('Order saved.'))
    },
    onError: (error) => {
      if (!(error instanceof Problem)) return toast(sentenceFor(error), 'error')
      if (error.code === 'order_changed') {
        queries.setQueryData<LevelOrder>(queryKey, error.more['current'] as LevelOrder)
        setClash(true)
      } else {
        toast(sentenceFor(error), 'error')
        if (error.code === 'not_all_levels') void queries.invalidateQueries({ queryKey })
      }
    },
  })
  return { mine, setMine, clash, save: mutate, dismiss, isPending }
}

/** Shows the different order that somebody else saved, with a button to use it. */
const Clash = ({ levels, onTheirs }: { levels: readonly Line[]; onTheirs: () => void }) => (
  <div className={`${style.clash} grid gap-2 pad-3 warn-ground rounded`} role="alert">
    <p>{t('Someone else saved a different order:')}</p>
    <ol className="bullets">
      {levels.map(({ levelId, name }) => (
        <li key={levelId}>{name}</li>
      ))}
    </ol>
    <div>
      <Button onClick={onTheirs}>{t('Use this order')}</Button>
    </div>
  </div>
)

type LevelRowProps = {
  line: Line
  at: number
  isLast: boolean
  isChosen: boolean
  ids: readonly string[]
  put: (id: string, to: number) => void
}

function LevelRow({ line: { levelId, name, course }, at, isLast, isChosen, ids, put }: LevelRowProps) {
  const { row, handle, isDragged, edge } = useRowDrag<HTMLLIElement>({
    list: 'levels',
    id: levelId,
    drop: (dragged, where) => {
      const to = at + (where === 'below' ? 1 : 0)
      put(dragged, ids.indexOf(dragged) < to ? to - 1 : to)
    },
  })
  return (
    <li
      ref={row}
      className={`${style.level} grid middle gap-2`}
      data-chosen={isChosen || undefined}
      data-dragged={isDragged || undefined}
      data-edge={edge ?? undefined}
    >
      <span ref={handle} className={style.handle} aria-hidden>
        <GripVertical size={16} />
      </span>
      <Link
        to="/bc-print"
        search={(now) => ({ ...now, level: levelId, of: undefined })}
        className={`${style.name} grid ink no-underline`}
        aria-current={isChosen ? 'true' : undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onKeyDown={(event) => {
          if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
          event.preventDefault()
          put(levelId, at + (event.key === 'ArrowUp' ? -1 : 1))
        }}
      >
        {name}
        <small>{course}</small>
      </Link>
      <RowMenu of={t('level {name}', { name })}>
        <Menu.Item
          leftSection={<ArrowUp size={16} aria-hidden />}
          disabled={at === 0}
          onClick={() => put(levelId, at - 1)}
        >
          {t('Move up')}
        </Menu.Item>
        <Menu.Item
          leftSection={<ArrowDown size={16} aria-hidden />}
          disabled={isLast}
          onClick={() => put(levelId, at + 1)}
        >
          {t('Move down')}
        </Menu.Item>
      </RowMenu>
    </li>
  )
}

/**
 * Returns a ref for the list, and keeps the focus on a row that is moved. The row would otherwise lose the
 * focus, because moving it inserts it into the page again.
 */
function useKeptFocus() {
  const list = useRef<HTMLOListElement>(null)
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const element = list.current
    const remember = () => {
      last.current = document.activeElement
    }
    element?.addEventListener('focusin', remember)
    return () => element?.removeEventListener('focusin', remember)
  }, [])
  useEffect(() => {
    if (
      document.activeElement === document.body &&
      last.current instanceof HTMLElement &&
      last.current.isConnected
    )
      last.current.focus()
  })
  return list
}
