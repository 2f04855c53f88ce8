import { useEffect, useId, useRef, type ReactNode } from 'react'
import style from './Students.module.css'

type PartProps = {
  title: string
  action?: ReactNode
  /** Text to show if there is nothing else. The part then takes up only one line. */
  empty?: string | false | undefined
  children?: ReactNode
}

/** Returns the anchor of a part, for links from the page index. */
export const anchorOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')

/** One section of a student's page. */
export function Part({ title, action, empty, children }: PartProps) {
  const id = useId()
  const anchor = anchorOf(title)
  const part = useRef<HTMLElement>(null)
  // Scroll here, because the browser looks for the URL's anchor before the page contains this part.
  useEffect(() => {
    if (location.hash === `#${anchor}`) part.current?.scrollIntoView()
  }, [anchor])
  return (
    <section ref={part} id={anchor} className={`${style.box} card`} aria-labelledby={id}>
      <header className={`${style.boxHead} cluster middle apart gap-2`}>
        <h2 id={id}>{title}</h2>
        {empty && <p className={`${style.empty} quiet`}>{empty}</p>}
        {action}
      </header>
      {children}
    </section>
  )
}
