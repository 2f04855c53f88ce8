import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { t } from '#shared/language.ts'
import { Tools } from '../answering/Tools.tsx'
import { useUndo } from '../answering/use-undo.ts'
import { moved } from './moved.ts'
import style from './Tiles.module.css'

/**
 * An item to put in order: its words for screen readers, and its visible content, which is the words by
 * default.
 */
type Tile = { words: string; content?: ReactNode }

/** Names of the tiles and of their containers. */
type Names = {
  /** Name of the line of chosen tiles, such as 'Your sentence'. */
  line: string
  /** Name of the tiles to choose from, such as 'Words to choose from'. */
  bank: string
  /** Name of one tile, such as 'word'. */
  one: string
  /** Instruction shown while no tile has been chosen yet. */
  empty: string
}

type TilesProps = {
  tiles: readonly Tile[]
  /** Indexes of the chosen tiles, in order. */
  places: readonly number[]
  names: Names
  /** True if each tile is on its own line. */
  stacked?: boolean
  describedBy: string
  onChange: (places: readonly number[]) => void
}

/**
 * Returns actions on the tiles. A tile that is added, moved or removed is announced to screen readers. The
 * focus follows a moved tile.
 */
function useTiles({
  tiles,
  places,
  names,
  onChange,
}: Pick<TilesProps, 'tiles' | 'places' | 'names' | 'onChange'>) {
  const [said, say] = useState('')
  const { line, focusAt } = useFocusAfter()
  const { change, undo, redo } = useUndo(places, onChange)
  const wordsAt = (at: number) =>
    places
      .slice(at, at + 1)
      .map((place) => tiles[place]?.words)
      .join('')
  const add = (place: number) => {
    change([...places, place])
    say(
      t('{words} is {one} {num}.', {
        words: tiles[place]?.words,
        one: t(names.one),
        num: places.length + 1,
      }),
    )
  }
  const takeBack = (at: number) => {
    change(places.filter((_, each) => each !== at))
    say(t('{words} was removed.', { words: wordsAt(at) }))
    focusAt(Math.min(at, places.length - 2))
  }
  const move = (at: number, by: number) => {
    const to = Math.min(Math.max(at + by, 0), places.length - 1)
    if (to === at) return
    change(moved(places, at, by))
    say(t('{words} is {one} {num}.', { words: wordsAt(at), one: t(names.one), num: to + 1 }))
    focusAt(to)
  }
  return { said, line, change, undo, redo, add, takeBack, move }
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/** Tiles to tap in order. Tapping a chosen tile removes it; the arrow keys move it. */
export function Tiles({ tiles, places, names, stacked = false, describedBy, onChange }: TilesProps) {
  const help = useId()
  const { said, line, change, undo, redo, add, takeBack, move } = useTiles({ tiles, places, names, onChange })
  const onKey = (event: KeyboardEvent, at: number) => {
    const by = steps[event.key]
    if (by !== undefined) move(at, by)
    else if (event.key === 'Delete' || event.key === 'Backspace') takeBack(at)
    else return
    event.preventDefault()
  }
  return (
    <div
      className={`${style.tiles} grid gap-3`}
      role="group"
      aria-label={t('Your answer')}
      aria-describedby={describedBy}
    >
      <ol
        ref={line}
        className={`${style.line} ${stacked ? 'stack' : 'cluster middle'} gap-2 pad-3 surface rounded`}
        data-stacked={stacked || undefined}
        aria-label={t(names.line)}
      >
        {places.map((place, at) => (
          <li key={place}>
            <button
              type="button"
              className={`${style.tile} pad-1-3 rounded target`}
              aria-label={t('{words}, {num} of {of}', {
                words: tiles[place]?.words,
                num: at + 1,
                of: places.length,
              })}
              aria-describedby={help}
              onClick={() => takeBack(at)}
              onKeyDown={(event) => onKey(event, at)}
            >
              {tiles[place]?.content ?? tiles[place]?.words}
            </button>
          </li>
        ))}
        {places.length === 0 && <li className={style.empty}>{t(names.empty)}</li>}
      </ol>
      <Bank tiles={tiles} used={places} name={t(names.bank)} stacked={stacked} onPick={add} />
      <Tools undo={undo} redo={redo} clear={places.length > 0 ? () => change([]) : null} />
      <p id={help} hidden>
        {t('The arrow keys move the {one}. Enter removes it.', { one: t(names.one) })}
      </p>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </div>
  )
}

/**
 * Returns a function that focuses a tile after the next rendering: the chosen tile at an index or, if the
 * index is negative, the first tile to choose from.
 */
function useFocusAfter() {
  const line = useRef<HTMLOListElement>(null)
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const { parentElement } = line.current ?? {}
    const within =
      wanted.current < 0
        ? parentElement?.querySelectorAll('ul button:enabled')
        : line.current?.querySelectorAll('button')
    ;(within?.[Math.max(0, wanted.current)] as HTMLElement | undefined)?.focus()
    wanted.current = null
  })
  return { line, focusAt: (at: number) => (wanted.current = at) }
}

type BankProps = Pick<TilesProps, 'tiles'> & {
  used: readonly number[]
  name: string
  stacked: boolean
  onPick: (place: number) => void
}

/** Tiles to choose from. Used ones keep their space, so that the others don't move. */
const Bank = ({ tiles, used, name, stacked, onPick }: BankProps) => (
  <ul
    className={`${stacked ? 'stack' : 'cluster'} gap-2`}
    data-stacked={stacked || undefined}
    aria-label={name}
  >
    {tiles.map(({ words, content }, place) => (
      <li key={place}>
        <button
          type="button"
          className={`${style.tile} pad-1-3 rounded target`}
          aria-label={content === undefined ? undefined : words}
          disabled={used.includes(place)}
          onClick={() => onPick(place)}
        >
          {content ?? words}
        </button>
      </li>
    ))}
  </ul>
)
