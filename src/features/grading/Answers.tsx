import { useQuery } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { read } from '#web/api.ts'
import { AnswerGroup } from './AnswerGroup.tsx'
import { type QuestionToGrade, grading, type WaitingQuestion } from './api.ts'
import { AskedQuestion } from './AskedQuestion.tsx'
import type { GradeConflictProps } from './GradeConflict.tsx'
import { useLazyParts } from '#web/use-lazy-parts.ts'
import style from './Grading.module.css'
import type { Filter, Quarter } from './rules.ts'
import { useSnippets } from './snippets/use-snippets.ts'
import { type Group, idOf, isSameGroup, useFocus } from './use-current-group.ts'
import { useComments } from './use-comments.ts'
import { type ConflictState, useGrading } from './use-grading.ts'
import { useGradingKeys } from './use-grading-keys.ts'
import { type HeldGroup, useGroups, type useHold } from './use-hold.ts'

type AnswersProps = {
  centerId: string
  filter: Filter
  /** The current question; null if the queue is empty. */
  question: WaitingQuestion | null
  /** Position of the current question in the queue. */
  place: number
  hold: ReturnType<typeof useHold>
  conflict: ConflictState
  /** True if another question follows in the queue. */
  hasNext: boolean
  /** Moves to an earlier or later question; returns false if there is none. */
  onStep: (by: number) => boolean
  onChoose: (key: string) => void
  box: RefObject<HTMLDivElement | null>
  /** Shown if the queue is empty. */
  children: ReactNode
}

const loadConflict = () => import('./GradeConflict.tsx')

type ConflictProps = Omit<GradeConflictProps, 'conflict'> & {
  conflict: GradeConflictProps['conflict'] | null
}

/** Asks which version to keep after a conflict. Loaded on demand, because conflicts are rare. */
function Conflict({ conflict, ...actions }: ConflictProps) {
  const { ready } = useLazyParts(conflict ? loadConflict : null)
  return conflict && ready && <ready.GradeConflict conflict={conflict} {...actions} />
}

/** Answers to a question that need a grade, graded group by group with the keyboard or mouse. */
export function Answers(props: AnswersProps) {
  const { centerId, filter, question, place: inQueue, hold, hasNext, onStep, onChoose, box, children } = props
  const { data, error, isFetching, refetch } = useQuestion(centerId, filter, question)
  const { key, fullQuestion, groups, heldGroup, isLost, atHand } = useGroups(hold, question, inQueue, data)
  const { place, current } = atHand
  const comments = useComments()
  const { snippets, ...kept } = useSnippets(centerId)
  const focus = useFocus(box, key)
  const onUndone: Parameters<typeof useGrading>[2]['onUndone'] = (answers, of) => {
    const [first] = answers
    hold.getBack(answers)
    onChoose(of)
    atHand.expect(first?._id ?? '')
    focus()
  }
  const goOn = (answers: readonly { _id: string }[]) => {
    hold.letGo(answers)
    focus()
  }
  const onGraded = (answers: readonly { _id: string }[]) => {
    comments.sent(answers)
    goOn(answers)
  }
  const { give, undoLast, ...work } = useGrading(centerId, props.conflict, { key, onGraded, onUndone })
  const step = (by: number) => onStep(by) && focus()
  const goTo = (next: number) => {
    const group = groups[next]
    if (!group) return next > 0 && step(1)
    atHand.choose(group)
    focus()
  }
  const gradeGroup = (group: Group, quarter: Quarter) => {
    atHand.leave(group)
    give(group, quarter, comments.toSend(group))
  }
  useGradingKeys({
    grade: (quarter) => current && gradeGroup(current, quarter),
    add: (text) => current && comments.add(current, text),
    snippets,
    go: (by) => goTo(place + by),
    step,
    comment: () => box.current?.querySelector<HTMLElement>('[data-current] [data-comment]')?.focus(),
    undo: undoLast,
  })
  const leave = () => {
    goOn(work.conflict?.now ?? [])
    work.leave()
  }
  const actions = {
    onLeave: goOn,
    comments,
    snippets,
    kept,
    onCurrent: atHand.choose,
    onGrade: gradeGroup,
    onGo: goTo,
  }
  return (
    <div
      ref={box}
      className={`${style.answers} grid column top gap-4`}
      tabIndex={-1}
      aria-label={t('Answers')}
      role="region"
    >
      <Conflict conflict={work.conflict} busy={work.busy} onGive={give} onLeave={leave} />
      {question === null ? (
        children
      ) : data && fullQuestion && groups.length > 0 ? (
        <Groups
          fullQuestion={fullQuestion}
          more={data.more}
          onNext={hasNext ? () => step(1) : null}
          {...{ groups, place, heldGroup, isLost }}
          {...actions}
        />
      ) : (
        <QueryState query={{ error, isFetching, refetch }} of={t('the answers')} lines={6} height="3rem" />
      )}
    </div>
  )
}

function useQuestion(centerId: string, filter: Filter, question: WaitingQuestion | null) {
  const { questionId = '', revision = 1, variant = null } = question ?? {}
  const input = { centerId, questionId, revision, ...(variant !== null && { variant }), ...filter }
  return useQuery({ ...read(grading.question, input), enabled: question !== null })
}

type GroupsProps = {
  fullQuestion: QuestionToGrade
  /** True if more answers are waiting than are listed. */
  more: boolean
  groups: readonly Group[]
  /** Index of the group that the keyboard shortcuts apply to. */
  place: number
  heldGroup: HeldGroup | null
  /** True if the held group no longer needs a grade. */
  isLost: boolean
  onLeave: (group: Group) => void
  comments: ReturnType<typeof useComments>
  onCurrent: (group: Group) => void
  onGrade: (group: Group, quarter: Quarter) => void
  onGo: (place: number) => void
  /** Moves to the next question, if there is one. */
  onNext: (() => void) | null
} & Pick<Parameters<typeof AnswerGroup>[0], 'snippets' | 'kept'>

/** The question, with its groups of answers next to it. */
function Groups({
  fullQuestion,
  more,
  groups,
  place,
  heldGroup,
  isLost,
  onLeave,
  comments,
  snippets,
  kept,
  onCurrent,
  onGrade,
  onGo,
  onNext,
}: GroupsProps) {
  const isHeld = (group: Group) => heldGroup !== null && isSameGroup(group, heldGroup.group)
  return (
    <>
      <AskedQuestion question={fullQuestion} />
      <ul className="stack gap-3" aria-label={t('Answers to grade')}>
        {groups.map((group, at) => (
          <AnswerGroup
            key={heldGroup && isHeld(group) ? heldGroup.id : idOf(group)}
            group={group}
            shown={fullQuestion.shown}
            current={at === place}
            onLeave={isLost && isHeld(group) ? () => onLeave(group) : null}
            comment={comments.of(group)}
            snippets={snippets}
            kept={kept}
            onCurrent={() => onCurrent(group)}
            onComment={(text) => comments.write(group, text)}
            onGrade={(quarter) => onGrade(group, quarter)}
            onNext={() => onGo(at + 1)}
          />
        ))}
      </ul>
      <div className={`${style.on} grid gap-3`}>
        {more && (
          <p className={`${style.quiet} fine-print`}>{t('More answers will appear as you grade these.')}</p>
        )}
        {onNext && (
          <Button icon={<ArrowDown aria-hidden />} onClick={onNext}>
            {t('Next question')}
          </Button>
        )}
      </div>
    </>
  )
}
