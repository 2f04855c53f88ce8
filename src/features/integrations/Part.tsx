import { type ReactNode, useId } from 'react'
import style from './Integrations.module.css'

/** A section of the page: its purpose, its main action, and its list. */
export function Part({
  title,
  about,
  action,
  children,
}: {
  title: string
  about: ReactNode
  action: ReactNode
  children: ReactNode
}) {
  const headId = useId()
  return (
    <section className="card" aria-labelledby={headId}>
      <div className={`${style.head} stack gap-1`}>
        <div className="cluster middle apart gap-2 target">
          <h2 id={headId}>{title}</h2>
          {action}
        </div>
        <p className="quiet">{about}</p>
      </div>
      {children}
    </section>
  )
}
