import type { ReactNode } from 'react'
import style from './PageHead.module.css'

type PageHeadProps = {
  title: string
  /** The record's number within its list. */
  num?: number | null
  /** Facts about the record, on a secondary line. */
  facts?: ReactNode
  /** Buttons, with the main one last. */
  actions?: ReactNode
}

/** The header of a page: its title, facts and actions. */
export function PageHead({ title, num, facts, actions }: PageHeadProps) {
  return (
    <header className={`${style.head} cluster middle apart gap-2-4 target`}>
      <div>
        <h1>
          {typeof num === 'number' && <span className={style.num}>{num}</span>} {title}
        </h1>
        {facts && <p data-figures>{facts}</p>}
      </div>
      <div className="cluster gap-2">{actions}</div>
    </header>
  )
}
