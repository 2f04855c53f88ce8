import { useEffect, useRef } from 'react'
import { kindTitles } from '#features/practice/rules.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { useClock } from '#web/clock.ts'
import type { WaitingQuestion } from './api.ts'
import style from './Grading.module.css'
import { keyOf } from './rules.ts'

type QueueListProps = {
  questions: WaitingQuestion[]
  more: boolean
  current: string
  onChoose: (key: string) => void
}

/** List of questions with answers to grade, oldest first. Scrolls to the selected one. */
export function QueueList({ questions, more, current, onChoose }: QueueListProps) {
  const list = useRef<HTMLUListElement>(null)
  const { day } = useClock()
  useEffect(() => {
    const line = list.current?.querySelector<HTMLElement>(`[data-key="${current}"]`)
    if (!list.current || !line) return
    const { scrollTop, clientHeight } = list.current
    const { offsetTop, offsetHeight } = line
    const [first, last] = [offsetTop + offsetHeight - clientHeight, offsetTop]
    list.current.scrollTo({ top: Math.min(Math.max(scrollTop, first), last) })
  }, [current])
  return (
    <nav aria-label={t('Questions to grade')}>
      <ul ref={list} className={`${style.queue} card`}>
        {questions.map((question) => {
          const key = keyOf(question)
          const { text, section, level, kinds, answers, oldest } = question
          return (
            <li key={key}>
              <button
                type="button"
                className={`${style.waiting} grid pad-2-3 target wide`}
                data-key={key}
                aria-current={key === current || undefined}
                onClick={() => onChoose(key)}
              >
                <span className={style.asks}>{text}</span>
                <span className={`${style.count} small bold text-center`} data-figures>
                  <span aria-hidden>{answers}</span>
                  <span className="visually-hidden">{counted(answers, 'answer')}</span>
                </span>
                <span className={`${style.quiet} fine-print`} data-figures>
                  {t('{value} · {kinds} · since {day}', {
                    value: `${level} · ${section}`,
                    kinds: kinds.map((kind) => t(kindTitles[kind]).toLowerCase()).join(', '),
                    day: day(oldest),
                  })}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {more && (
        <p className={`${style.quiet} fine-print`}>
          {t('These are the oldest {questions}. More will appear as you grade these.', {
            questions: counted(questions.length, 'question'),
          })}
        </p>
      )}
    </nav>
  )
}
