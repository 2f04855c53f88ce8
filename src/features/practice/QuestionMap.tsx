import { Link } from '@tanstack/react-router'
import { Check, CircleDashed, Clock, Lightbulb, MessageSquareText, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { t } from '#shared/language.ts'
import type { Work } from './api.ts'
import { questionWord, type QuestionWord } from './describe-answer.ts'
import style from './QuestionMap.module.css'
import { links, numberOf, type Stop } from './question-ref.ts'

type QuestionMapProps = {
  work: Pick<Work, 'kind' | 'state'>
  stops: readonly Stop[]
  /**
   * Sequence number of the current question. If set, the map has only a few rows and scrolls to this
   * question.
   */
  current?: number
}

/** Map of questions. A dot for each question shows its state and links to it. */
export function QuestionMap({ work, stops, current }: QuestionMapProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const dot = list.current?.querySelector<HTMLElement>(`[data-num="${current}"]`)
    if (!list.current || !dot) return
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = dot
    const { clientWidth, clientHeight } = list.current
    list.current.scrollTo({
      left: offsetLeft - (clientWidth - offsetWidth) / 2,
      top: offsetTop - (clientHeight - offsetHeight) / 2,
    })
  }, [current])
  return (
    <ol
      ref={list}
      className={current === undefined ? 'cluster gap-2' : `${style.strip} cluster gap-2`}
      aria-label={t('Questions')}
    >
      {stops.map((stop) => (
        <li key={stop.question.sequenceQuesNum}>
          <Dot
            stop={stop}
            word={questionWord(stop.question, work)}
            isCurrent={stop.question.sequenceQuesNum === current}
          />
        </li>
      ))}
    </ol>
  )
}

const icons: Partial<Record<QuestionWord, typeof Check>> = {
  right: Check,
  'partly right': CircleDashed,
  'not right': X,
  'needs a grade': Clock,
}

type DotProps = { stop: Stop; word: QuestionWord; isCurrent: boolean }

function Dot({ stop: { ref, question }, word, isCurrent }: DotProps) {
  const { sequenceQuesNum, hintSteps, comment } = question
  const num = numberOf(question)
  const Icon = icons[word]
  const more = [hintSteps > 0 && t('hint used'), comment && t('with a comment')].filter(Boolean)
  return (
    <Link
      to={links(ref).question}
      className={`${style.dot} grid center tabular surface ink no-underline`}
      data-state={word}
      data-num={sequenceQuesNum}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={[t('Question {num}', { num }), t(word), ...more].join(', ')}
    >
      <span>{num}</span>
      {Icon && <Icon className={style.sign} aria-hidden />}
      {comment ? (
        <MessageSquareText className={`${style.mark} warn-text surface`} aria-hidden />
      ) : (
        hintSteps > 0 && <Lightbulb className={`${style.mark} warn-text surface`} aria-hidden />
      )}
    </Link>
  )
}
