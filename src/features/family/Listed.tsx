import { type ReactNode, useId, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import style from './Family.module.css'

const atFirst = 6

type ShortenedProps<T> = { items: readonly T[]; idOf: (item: T) => string; most?: number; children: (item: T) => ReactNode }

/** A list that begins with its first lines, so that a phone sees what comes after it; the rest when asked. */
export function Shortened<T>({ items, idOf, most = atFirst, children }: ShortenedProps<T>) {
  const [whole, setWhole] = useState(false)
  return (
    <>
      <ul className={style.lines}>
        {(whole ? items : items.slice(0, most)).map((item) => (
          <li key={idOf(item)}>{children(item)}</li>
        ))}
      </ul>
      {!whole && items.length > most && (
        <Button kind="quiet" onClick={() => setWhole(true)}>
          Show all {items.length}
        </Button>
      )}
    </>
  )
}

type ListedProps<T> = ShortenedProps<T> & {
  title: string
  /** What can be done, below the title. */
  hint?: string
}

/** A part of a child's record with its lines; nothing when there are none. */
export function Listed<T>({ title, hint, ...list }: ListedProps<T>) {
  const id = useId()
  if (list.items.length === 0) return null
  return (
    <section className={style.panel} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {hint && <p className={style.quiet}>{hint}</p>}
      <Shortened {...list} />
    </section>
  )
}
