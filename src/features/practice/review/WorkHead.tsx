import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Clock, dayInWords } from '#shared/day-text.ts'
import { counted, factLine, percent } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import type { WorkLine } from '../api.ts'
import { figuresInWords, isOpen, kindTitles } from '../rules.ts'
import { stateWords } from '../work-actions.ts'
import style from './Looking.module.css'
import { homeLink, type StaffViewer } from '../question-ref.ts'

type WorkHeadProps = {
  /** The student's name, and the viewer, whose `root` is the URL prefix of the student's pages. */
  workStudent: { viewer: StaffViewer; name: string }
  /** Link to the page one level up, unless that is the page about the student. */
  within?: { address: string; name: string }
  title: string
  /** Line below the title. */
  facts?: string
  children?: ReactNode
}

/** Header of a page about a student's work: the back link, the title, and the actions. */
export function WorkHead({ workStudent, within, title, facts, children }: WorkHeadProps) {
  return (
    <header>
      <nav className={`${style.way} cluster`} aria-label={t('Back')}>
        <Link to={homeLink(workStudent.viewer)}>
          <ArrowLeft aria-hidden /> {workStudent.name || t('Student')}
        </Link>
        {within && <Link to={within.address}>{within.name}</Link>}
      </nav>
      <div className={`${style.title} cluster top apart gap-2-4`}>
        <div>
          <h1>{title}</h1>
          {facts && <p data-figures>{facts}</p>}
        </div>
        {children && <div className={style.actions}>{children}</div>}
      </div>
    </header>
  )
}

/** Describes the progress of open work, or the result of complete work. */
export function progressInWords(work: WorkLine) {
  const { state, answered, questions, correct, score } = work
  const facts = [
    state === 'started'
      ? t('{state}, {answered} of {questions} answered', { state: t(stateWords[state]), answered, questions })
      : t(stateWords[state]),
    correct !== null && figuresInWords(work),
    correct !== null && score !== null && percent(score),
  ]
  return factLine(facts)
}

/** Describes work in one line: its kind, level, progress or result, and due date or submission date. */
export function factsOf(work: WorkLine, { moment }: Clock) {
  const { kind, level, chapter, dueOn, minutes, startedAt, submittedAt } = work
  const open = isOpen(work)
  const facts = [
    t(kindTitles[kind]),
    chapter === null ? level : t('{level}, chapter {chapter}', { level, chapter }),
    progressInWords(work),
    open && dueOn && t('due {dueOn}', { dueOn: dayInWords(dueOn) }),
    minutes !== null && counted(minutes, 'minute'),
    startedAt && open && t('started {startedAt}', { startedAt: moment(startedAt) }),
    submittedAt && t('handed in {submittedAt}', { submittedAt: moment(submittedAt) }),
  ]
  return factLine(facts)
}
