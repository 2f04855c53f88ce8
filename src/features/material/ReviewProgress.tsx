import { Fragment, type ReactNode } from 'react'
import { reader, t } from '#shared/language.ts'
import { StatusMark } from './StatusMark.tsx'
import { stillOpen } from './rules.ts'
import style from './ReviewProgress.module.css'

type ReviewStatusProps = {
  of: { questions: number; ready: number; reviewed: number }
  /** Shows only the icons, or nothing if all questions are done. Screen readers still get the words. */
  narrow?: boolean
  /** Wraps a mark, for example in a link to the questions it counts. */
  renderMark?: (status: 'error' | 'warn', mark: ReactNode) => ReactNode
}

const kinds = [
  ['error', '{count} not finished'],
  ['warn', '{count} to review'],
] as const

/**
 * Numbers of unfinished and of unreviewed questions, or the mark for “Done” if all questions are done.
 * Renders nothing if there are no questions.
 */
export function ReviewStatus({ of, narrow = false, renderMark = (_, mark) => mark }: ReviewStatusProps) {
  const counts = stillOpen(of)
  if (counts.error + counts.warn === 0)
    return narrow || of.questions === 0 ? null : <StatusMark status="success" />
  return (
    <span className={`${style.standing} inline-row gap-0-3`} data-figures>
      {kinds.map(([status, words]) => {
        const mark = (
          <StatusMark
            status={status}
            narrow={narrow}
            words={t(words, { count: counts[status].toLocaleString(reader().tag) })}
          />
        )
        return counts[status] > 0 && <Fragment key={status}>{renderMark(status, mark)}</Fragment>
      })}
    </span>
  )
}
