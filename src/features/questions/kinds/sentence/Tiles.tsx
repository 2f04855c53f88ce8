import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Tools } from '../../answering/Tools.tsx'
import { useUndo } from '../../answering/use-undo.ts'
import { moved, sentenceOf } from './tile-order.ts'
import style from './Tiles.module.css'

type TilesProps = {
  words: readonly string[]
  /** Indexes of the words in the sentence, in order. */
  places: readonly number[]
  describedBy: string
  onChange: (text: string) => void
}

/** Actions on the words of a sentence, each announced to screen readers. The focus follows the word. */
function useTiles({ words, places, onChange }: Omit<TilesProps, 'describedBy'>) {
  const [said, say] = useState('')
  const { line, focusAt } = useFocusAfter()
  const { change, undo, redo } = useUndo(places, (next) => onChange(sentenceOf(words, next)))
  const wordAt = (at: number) =>
    places
      .slice(at, at + 1)
      .map((place) => words[place])
      .join('')
  const add = (place: number) => {
    change([...places, place])
    say(`${words[place]} is word ${places.length + 1}.`)
  }
  const takeBack = (at: number) => {
    change(places.filter((_, each) => each !== at))
    say(`${wordAt(at)} was removed from the sentence.`)
    focusAt(Math.min(at, places.length - 2))
  }
  const move = (at: number, by: number) => {
    const to = Math.min(Math.max(at + by, 0), places.length - 1)
    if (to === at) return
    change(moved(places, at, by))
    say(`${wordAt(at)} is word ${to + 1}.`)
    focusAt(to)
  }
  return { said, line, change, undo, redo, add, takeBack, move }
}

/** Words to tap in order. Tapping a word in the sentence removes it; the arrow keys move it. */
export function Tiles({ words, places, describedBy, onChange }: TilesProps) {
  const help = useId()
  const { said, line, change, undo, redo, add, takeBack, move } = useTiles({ words, places, onChange })
  const onKey = (event: KeyboardEvent, at: number) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by !== undefined) move(at, by)
    else if (event.key === 'Delete' || event.key === 'Backspace') takeBack(at)
    else return
    event.preventDefault()
  }
  return (
    <div
      className={`${style.tiles} grid gap-3`}
      role="group"
      aria-label="Your answer"
      aria-describedby={describedBy}
    >
      <ol
        ref={line}
        className={`${style.line} cluster gap-2 middle pad-3 surface rounded`}
        aria-label="Your sentence"
      >
        {places.map((place, at) => (
          <li key={place}>
            <button
              type="button"
              className={`${style.tile} pad-1-3 rounded target`}
              aria-label={`${words[place]}, ${at + 1} of ${places.length}`}
              aria-describedby={help}
              onClick={() => takeBack(at)}
              onKeyDown={(event) => onKey(event, at)}
            >
              {words[place]}
            </button>
          </li>
        ))}
        {places.length === 0 && <li className={style.empty}>Tap the words in order.</li>}
      </ol>
      <Bank words={words} used={places} onPick={add} />
      <Tools undo={undo} redo={redo} clear={places.length > 0 ? () => change([]) : null} />
      <p id={help} hidden>
        The Left and Right arrow keys move the word. Enter removes it.
      </p>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </div>
  )
}

/**
 * Moves the focus to the word's new place once it is rendered, or to the words to choose from if the sentence
 * is empty.
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

type BankProps = { words: readonly string[]; used: readonly number[]; onPick: (place: number) => void }

/** Words to choose from. Used words keep their space, so that the others don't move. */
const Bank = ({ words, used, onPick }: BankProps) => (
  <ul className="cluster gap-2" aria-label="Words to choose from">
    {words.map((word, place) => (
      <li key={place}>
        <button
          type="button"
          className={`${style.tile} pad-1-3 rounded target`}
          disabled={used.includes(place)}
          onClick={() => onPick(place)}
        >
          {word}
        </button>
      </li>
    ))}
  </ul>
)
