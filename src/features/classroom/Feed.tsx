import { Link, useParams } from '@tanstack/react-router'
import { CircleCheck, CircleDashed, CircleX, Hourglass, Inbox, MessageSquareText } from 'lucide-react'
import { oneAnswer } from '#features/grading/answers/api.ts'
import { useState } from 'react'
import { links, positionOf } from '#features/practice/question-ref.ts'
import { verdictWords } from '#features/practice/describe-answer.ts'
import { fullName } from '#shared/full-name.ts'
import type { Clock } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { useSend } from '#web/api.ts'
import { useClock } from '#web/clock.ts'
import type { ClassAnswer, Tile } from './api.ts'
import style from './Feed.module.css'
import { useFeed } from './use-feed.ts'
import { studentOf } from './use-seat.ts'

type FeedProps = { tiles: readonly Tile[]; classId: string; root: string }

const page = 200
const icons = {
  correct: CircleCheck,
  partial: CircleDashed,
  incorrect: CircleX,
  invalid: CircleX,
  ungraded: Hourglass,
}

const notRight: ReadonlySet<string> = new Set(['partial', 'incorrect', 'invalid'])

/** Today's answers of a class, newest first, each linked to its question. */
export function Feed({ tiles, classId, root }: FeedProps) {
  const { answers, error, isFetching, refetch, markSeen } = useFeed(classId)
  const { userId: by } = useParams({ strict: false })
  const clock = useClock()
  const [most, setMost] = useState(page)
  const [mistakesOnly, setMistakesOnly] = useState(false)
  const see = useSend(oneAnswer.change, { onError: () => {} })
  if (!answers)
    return (
      <QueryState query={{ error, isFetching, refetch }} of={t('the answers')} lines={6} height="3.5rem" />
    )
  if (answers.length === 0)
    return (
      <EmptyState icon={<Inbox />} title={t('No answers today')}>
        {t('Answers appear here as soon as students give them.')}
      </EmptyState>
    )
  const wanted = mistakesOnly ? answers.filter(({ status }) => notRight.has(status)) : answers
  const faces = new Map(tiles.map((tile) => [tile.studentId, tile]))
  const open = (answer: ClassAnswer) => {
    if (answer.seen) return
    markSeen(answer)
    see.mutate({ classId, answerId: answer._id, seen: true, by })
  }
  return (
    <>
      <div className="cluster middle gap-1-3">
        <label className="inline-row middle gap-2 target">
          <input
            type="checkbox"
            className={style.box}
            checked={mistakesOnly}
            onChange={({ target }) => setMistakesOnly(target.checked)}
          />
          {t('Mistakes only')}
        </label>
        <span className="fine-print">{t('A colored edge marks answers that nobody has opened yet.')}</span>
      </div>
      {wanted.length === 0 && <p className="quiet">{t('No mistakes so far.')}</p>}
      <ol className="grid gap-2" aria-label={t('Answers, newest first')}>
        {wanted.slice(0, most).map((answer) => (
          <Row
            key={answer._id}
            answer={answer}
            tile={faces.get(answer.studentId)}
            root={root}
            clock={clock}
            onOpen={() => open(answer)}
          />
        ))}
      </ol>
      {wanted.length > most && (
        <Button kind="quiet" onClick={() => setMost(most + page)}>
          {t('Show more')}
        </Button>
      )}
    </>
  )
}

type RowProps = {
  answer: ClassAnswer
  tile: Tile | undefined
  root: string
  clock: Clock
  onOpen: () => void
}

function Row({ answer, tile, root, clock, onOpen }: RowProps) {
  const { studentId, work, num, seq, answer: said, status, at, comment, seen } = answer
  const Icon = icons[status]
  const name = tile ? fullName(tile) : t('A student')
  const of = {
    viewer: studentOf(root, studentId),
    kind: work.kind,
    workId: work._id,
    ...positionOf(work.kind, answer),
  }
  return (
    <li>
      <Link
        to={links(of).question}
        className={`${style.row} card cluster middle gap-1-3 pad-2-3 ink no-underline`}
        data-seen={seen || undefined}
        onClick={onOpen}
      >
        <Avatar name={tile?.avatar ?? null} label={name} size={32} decorative />
        <span className={`${style.who} grid breakable shrinks`}>
          <strong>{name}</strong>
          <small data-figures>
            {t('{work}, question {num}', { work: work.name, num })}
            {seq > 1 && t(', answer {seq}', { seq })}
          </small>
          {said !== '' && <span className="breakable">“{said}”</span>}
        </span>
        {comment !== null && <MessageSquareText role="img" aria-label={t('With a comment')} />}
        <span className={`${style.status} inline-row middle gap-1 bold`} data-status={status}>
          <Icon aria-hidden /> {t(verdictWords[status])}
        </span>
        <time dateTime={at}>{clock.time(at)}</time>
      </Link>
    </li>
  )
}
