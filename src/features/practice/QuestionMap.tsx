import { Link } from '@tanstack/react-router'
import { Check, Lightbulb, MessageSquareText, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import style from './QuestionMap.module.css'
import { dotWord, type WorkKind } from './rules.ts'
import { links, type Stop } from './question-ref.ts'

type QuestionMapProps = {
  stops: readonly Stop[]
  /** Running number of the current question. If set, the map shows few rows and scrolls this question into view. */
  current?: number
  /** Describes a question's state in one word. Defaults to the student's wording. */
  wordOf?: (kind: WorkKind, question: Stop['question']) => string
}

/** Map with a dot for every question that shows its state and links to it. */
export function QuestionMap({ stops, current, wordOf = dotWord }: QuestionMapProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const dot = list.current?.querySelector<HTMLElement>(`[data-num="${current}"]`)
    if (!list.current || !dot) return
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = dot
    const { clientWidth, clientHeight } = list.current
    list.current.scrollTo({ left: offsetLeft - (clientWidth - offsetWidth) / 2, top: offsetTop - (clientHeight - offsetHeight) / 2 })
  }, [current])
  return (
    <ol ref={list} className={current === undefined ? style.map : style.strip} aria-label="Questions">
      {stops.map((stop) => (
        <li key={stop.question.sequenceQuesNum}>
          <Dot stop={stop} word={wordOf(stop.ref.kind, stop.question)} isCurrent={stop.question.sequenceQuesNum === current} />
        </li>
      ))}
    </ol>
  )
}

function Dot({ stop: { ref, question }, word, isCurrent }: { stop: Stop; word: string; isCurrent: boolean }) {
  const { sequenceQuesNum, hintSteps, comment } = question
  const more = [hintSteps > 0 && 'hint used', comment && 'with a comment'].filter(Boolean)
  return (
    <Link
      to={links(ref).question}
      className={style.dot}
      data-state={word}
      data-num={sequenceQuesNum}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={[`Question ${sequenceQuesNum}`, word, ...more].join(', ')}
    >
      {word === 'right' ? (
        <Check aria-hidden />
      ) : word === 'not right' ? (
        <X aria-hidden />
      ) : word === 'partly right' ? (
        '½'
      ) : (
        sequenceQuesNum
      )}
      {hintSteps > 0 && <Lightbulb className={style.mark} aria-hidden />}
      {comment && <MessageSquareText className={style.mark} aria-hidden />}
    </Link>
  )
}
