import { type ReactNode, useId, useState } from 'react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import style from './Family.module.css'

const atFirst = 6

type ShortenedListProps<T> = {
  items: readonly T[]
  idOf: (item: T) => string
  most?: number
  children: (item: T) => ReactNode
}

/**
 * List that initially shows only its first lines, so that what follows is visible on a phone. A button shows
 * the rest.
 */
export function ShortenedList<T>({ items, idOf, most = atFirst, children }: ShortenedListProps<T>) {
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
          {t('Show all {count}', { count: items.length })}
        </Button>
      )}
    </>
  )
}

type ListSectionProps<T> = ShortenedListProps<T> & {
  title: string
  /** Help text below the title. */
  hint?: string
}

/** Section of a child's record. Renders nothing if the list is empty. */
export function ListSection<T>({ title, hint, ...list }: ListSectionProps<T>) {
  const id = useId()
  if (list.items.length === 0) return null
  return (
    <section className={`${style.panel} grid column gap-4 pad-5 surface ink`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {hint && <p className="fine-print">{hint}</p>}
      <ShortenedList {...list} />
    </section>
  )
}
