import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Clock, dayInWords } from '#shared/day-text.ts'
import { counted, plain } from '#shared/text.ts'
import type { WorkLine } from '../api.ts'
import { isOpen, kindWords, stateWords } from '../rules.ts'
import style from './Looking.module.css'
import { homeOf } from './addresses.ts'

type WorkHeadProps = {
  /** The student's address and name. */
  whose: { root: string; name: string }
  /** The page that this one belongs to, when it isn't the student's own. */
  within?: { address: string; name: string }
  title: string
  /** Under the title. */
  facts?: string
  children?: ReactNode
}

/** The head of a page about a student's work: the way back, what it is, and what can be done. */
export function WorkHead({ whose, within, title, facts, children }: WorkHeadProps) {
  return (
    <header className={style.head}>
      <nav className={style.way} aria-label="Way back">
        <Link to={homeOf(whose.root)}>
          <ArrowLeft aria-hidden /> {whose.name || 'Student'}
        </Link>
        {within && <Link to={within.address}>{within.name}</Link>}
      </nav>
      <div className={style.title}>
        <div>
          <h1>{title}</h1>
          {facts && <p data-figures>{facts}</p>}
        </div>
        {children && <div className={style.actions}>{children}</div>}
      </div>
    </header>
  )
}

const percent = (share: number) => `${Math.round(100 * share)}%`

/** How work stands: how far it has come while it is open, how it went once it is over. */
export function standsAt({ state, answered, questions, correct, total, hint, score }: WorkLine) {
  const facts = [
    state === 'started' ? `${stateWords[state]}, ${answered} of ${questions} answered` : stateWords[state],
    correct !== null && `${correct} of ${total} right`,
    correct !== null && score !== null && percent(score),
    hint ? `hints on ${hint}` : false,
  ]
  return facts.filter(Boolean).join('\u00a0· ')
}

/** What work is of, how it stands, and when it is due or was done. */
export function factsOf(work: WorkLine, { moment }: Clock) {
  const { kind, level, chapter, dueOn, minutes, startedAt, submittedAt } = work
  const open = isOpen(work)
  const facts = [
    kindWords[kind].replace(/^./, (first) => first.toUpperCase()),
    `${plain(level)}${chapter === null ? '' : `, chapter ${chapter}`}`,
    standsAt(work),
    open && dueOn && `due ${dayInWords(dueOn)}`,
    minutes !== null && counted(minutes, 'minute'),
    startedAt && open && `started ${moment(startedAt)}`,
    submittedAt && `handed in ${moment(submittedAt)}`,
  ]
  return facts.filter(Boolean).join('\u00a0· ')
}
