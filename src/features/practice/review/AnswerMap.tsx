import { Link } from '@tanstack/react-router'
import { Check, CircleDashed, Clock, Lightbulb, MessageSquareText, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import map from '../QuestionMap.module.css'
import type { Work } from '../api.ts'
import style from './Looking.module.css'
import { links, type StaffViewer, stopsOf } from '../question-ref.ts'
import { dotWords } from './addresses.ts'

type AnswerMapProps = {
  viewer: StaffViewer
  work: Work
  /** Number of the section to show; all sections by default. */
  section?: number
  /** Running number of the current question. If set, the map shows few rows and scrolls this question into view. */
  current?: number
}

const icons = { right: Check, 'partly right': CircleDashed, 'not right': X, 'waits for a grade': Clock } as const

/** Map of all questions with their states as staff see them. Each links to its page. */
export function AnswerMap({ viewer, work, section, current }: AnswerMapProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const dot = list.current?.querySelector<HTMLElement>(`[data-num="${current}"]`)
    if (!list.current || !dot) return
    const { offsetTop, offsetLeft, offsetWidth, offsetHeight } = dot
    const { clientWidth, clientHeight } = list.current
    list.current.scrollTo({ left: offsetLeft - (clientWidth - offsetWidth) / 2, top: offsetTop - (clientHeight - offsetHeight) / 2 })
  }, [current])
  return (
    <ol ref={list} className={current === undefined ? map.map : map.strip} aria-label="Questions">
      {stopsOf(work, viewer)
        .filter(({ ref }) => section === undefined || ref.section === section)
        .map(({ question, ref }) => {
          const { sequenceQuesNum: num, hintSteps, comment } = question
          const words = dotWords(question, work)
          const Icon = words in icons ? icons[words as keyof typeof icons] : null
          const more = [hintSteps > 0 && 'hint used', comment && 'with a comment']
          return (
            <li key={num}>
              <Link
                to={links(ref).question}
                className={`${map.dot} ${style.dot}`}
                data-state={words}
                data-num={num}
                aria-current={num === current ? 'page' : undefined}
                aria-label={[`Question ${num}`, words, ...more].filter(Boolean).join(', ')}
              >
                <span>{num}</span>
                {Icon && <Icon className={style.sign} aria-hidden />}
                {(hintSteps > 0 || comment) &&
                  (comment ? <MessageSquareText className={map.mark} aria-hidden /> : <Lightbulb className={map.mark} aria-hidden />)}
              </Link>
            </li>
          )
        })}
    </ol>
  )
}
