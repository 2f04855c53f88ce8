import { Fragment, type ReactNode } from 'react'
import { StatusMark } from './StatusMark.tsx'
import { stillOpen } from './rules.ts'
import style from './Standing.module.css'

type StandingProps = {
  of: { questions: number; ready: number; reviewed: number }
  /** Only the signs, and none when all are done; the words are read out. */
  narrow?: boolean
  /** Leads to those that are meant. */
  renderMark?: (status: 'error' | 'warn', mark: ReactNode) => ReactNode
}

const kinds = [
  ['error', 'not finished'],
  ['warn', 'to review'],
] as const

/** How many questions aren't finished and how many nobody has reviewed, or that all of them are done. Nothing where there are none. */
export function Standing({ of, narrow = false, renderMark = (_, mark) => mark }: StandingProps) {
  const counts = stillOpen(of)
  if (counts.error + counts.warn === 0) return narrow || of.questions === 0 ? null : <StatusMark status="success" />
  return (
    <span className={style.standing} data-figures>
      {kinds.map(([status, words]) => {
        const mark = <StatusMark status={status} narrow={narrow} words={`${counts[status].toLocaleString('en')} ${words}`} />
        return counts[status] > 0 && <Fragment key={status}>{renderMark(status, mark)}</Fragment>
      })}
    </span>
  )
}
