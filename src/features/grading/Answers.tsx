import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Problem } from '#shared/problem.ts'
import { plain } from '#shared/text.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read } from '#web/api.ts'
import { useKeys } from '#web/use-keys.ts'
import { sentenceFor } from '#web/snack.tsx'
import { AnswerGroup } from './AnswerGroup.tsx'
import { grading, type ToGrade, type Waiting } from './api.ts'
import { AskedQuestion } from './AskedQuestion.tsx'
import { Clash } from './Clash.tsx'
import style from './Grading.module.css'
import { type Filter, keyOf, type Quarter, quarters } from './rules.ts'
import { useSnippets } from './snippets/use-snippets.ts'
import { useGrading } from './use-grading.ts'

type AnswersProps = {
  centerId: string
  filter: Filter
  /** The question at hand; null while nothing waits. */
  question: Waiting | null
  /** To a question before or after; false when there is none. */
  onStep: (by: number) => boolean
  onChoose: (key: string) => void
  /** What stands here while nothing waits. */
  children: ReactNode
}

const idOf = (group: readonly ToGrade[]) => group[0]?._id ?? ''
/** What stands in a group's comment before anybody writes: what all of it was told already. */
const told = (group: readonly ToGrade[]) => {
  const [first] = group
  return first?.comment && group.every(({ comment }) => comment === first.comment) ? plain(first.comment) : ''
}

/** The answers to a question that wait, one group after the other, by keys or by hand. */
export function Answers({ centerId, filter, question, onStep, onChoose, children }: AnswersProps) {
  const asked = {
    centerId,
    questionId: question?.questionId ?? '',
    revision: question?.revision ?? 1,
    variant: question?.variant ?? undefined,
  }
  const { data, error, isFetching, refetch } = useQuery({ ...read(grading.question, { ...asked, ...filter }), enabled: question !== null })
  const [at, setAt] = useState({ id: '', place: 0 })
  const [written, setWritten] = useState<Record<string, string>>({})
  const box = useRef<HTMLDivElement>(null)
  const { snippets, ...kept } = useSnippets(centerId)
  const groups = (question && data?.alike.map(({ answers }) => answers)) ?? []
  const found = groups.findIndex((group) => group.some(({ _id }) => _id === at.id))
  const place = found >= 0 ? found : Math.min(at.place, groups.length - 1)
  const current = groups[place]
  const focus = useFocus(box, question === null)
  const { give, undoLast, ...work } = useGrading(centerId, {
    key: question ? keyOf(question) : '',
    onGraded: focus,
    onUndone: ([first], key) => {
      onChoose(key)
      setAt({ id: first?._id ?? '', place: 0 })
      focus()
    },
  })
  const go = (next: number) => {
    const group = groups[next]
    if (!group && (next < 0 || !onStep(1))) return
    setAt(group ? { id: idOf(group), place: next } : { id: '', place: 0 })
    focus()
  }
  const commentOf = (group: readonly ToGrade[]) => written[idOf(group)] ?? told(group)
  const write = (group: readonly ToGrade[], text: string) => setWritten({ ...written, [idOf(group)]: text })
  const gradeGroup = (group: readonly ToGrade[], quarter: Quarter) => {
    const comment = commentOf(group).trim()
    setAt({ id: '', place: groups.indexOf(group as ToGrade[]) })
    give(group, quarter, comment === told(group) ? undefined : comment)
  }
  const put = (text: string | undefined) => {
    if (!current || text === undefined) return
    const now = commentOf(current)
    write(current, now === '' || now.includes(text) ? text : `${now} ${text}`)
  }
  useKeys({
    ...Object.fromEntries(quarters.map((quarter, index) => [`${index + 1}`, () => current && gradeGroup(current, quarter)])),
    ...Object.fromEntries([0, 1, 2, 3].map((index) => [`${index + 6}`, () => put(snippets[index] && plain(snippets[index].text))])),
    j: () => go(place + 1),
    k: () => go(place - 1),
    n: () => onStep(1) && focus(),
    p: () => onStep(-1) && focus(),
    u: undoLast,
    z: undoLast,
    c: (press) => {
      press.preventDefault()
      box.current?.querySelector<HTMLElement>('[data-current] [data-comment]')?.focus()
    },
  })
  const isGone = error instanceof Problem && error.status === 404
  return (
    <div ref={box} className={style.answers} tabIndex={-1} aria-label="Answers" role="region">
      {work.conflict && <Clash conflict={work.conflict} busy={work.busy} onGive={give} onLeave={work.leave} />}
      {question === null ? (
        children
      ) : groups.length > 0 && data ? (
        <>
          <AskedQuestion question={data} />
          <ul className={style.groups} aria-label="Answers that wait">
            {groups.map((group, index) => (
              <AnswerGroup
                key={idOf(group)}
                group={group}
                shown={data.shown}
                current={index === place}
                comment={commentOf(group)}
                snippets={snippets}
                kept={kept}
                onCurrent={() => setAt({ id: idOf(group), place: index })}
                onComment={(text) => write(group, text)}
                onGrade={(quarter) => gradeGroup(group, quarter)}
                onNext={() => go(index + 1)}
              />
            ))}
          </ul>
          {data.more && <p className={style.quiet}>More answers come as these are done.</p>}
        </>
      ) : error && !isGone ? (
        <ErrorState title="The answers can’t be shown." message={sentenceFor(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label="Loading the answers" lines={6} height="3rem" />
      )}
    </div>
  )
}

/** Puts the focus on the group at hand as soon as it is drawn, so that whoever grades by keys goes on from there; with nothing left, on their place. */
function useFocus(box: RefObject<HTMLDivElement | null>, nothing: boolean) {
  const wanted = useRef(false)
  useEffect(() => {
    if (!wanted.current) return
    const card = nothing ? box.current : box.current?.querySelector<HTMLElement>('[data-current]')
    if (!card) return
    wanted.current = false
    card.focus()
  })
  return () => {
    wanted.current = true
  }
}
