import type { ReactNode } from 'react'
import style from './PageHead.module.css'

type PageHeadProps = {
  title: string
  /** The record's number among its neighbors. */
  num?: number
  /** Facts about it, in a quiet line. */
  facts?: ReactNode
  /** Buttons, the main one last. */
  actions?: ReactNode
}

/** The head of a page: what it is, and what can be done with all of it. */
export function PageHead({ title, num, facts, actions }: PageHeadProps) {
  return (
    <header className={style.head}>
      <div>
        <h1>
          {num !== undefined && <span className={style.num}>{num}</span>} {title}
        </h1>
        {facts && <p data-figures>{facts}</p>}
      </div>
      <div className={style.actions}>{actions}</div>
    </header>
  )
}
