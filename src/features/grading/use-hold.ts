import { useEffect, useState } from 'react'
import type { OutputOf } from '#shared/contract.ts'
import type { QuestionToGrade, grading, WaitingQuestion } from './api.ts'
import { keyOf } from './rules.ts'
import { type Group, idOf, isSameGroup, useCurrentGroup } from './use-current-group.ts'

/**
 * A question with its position in the queue, and its current group of answers with the group's position and
 * id.
 */
export type HeldGroup = {
  question: WaitingQuestion
  place: number
  fullQuestion: QuestionToGrade
  group: Group
  at: number
  id: string
}

type Answers = readonly { _id: string }[]

/**
 * Keeps the current answers on screen even if a colleague grades them in the meantime. That way, a key press
 * never grades answers that this person hasn't read, and no comment in progress is lost. Releases the answers
 * once this person grades them or moves on.
 */
export function useHold() {
  const [heldGroup, setHeldGroup] = useState<HeldGroup | null>(null)
  const [released, setReleased] = useState<Answers>([])
  return {
    heldGroup,
    take: (next: Omit<HeldGroup, 'id'>) => {
      // Ignores a group that is about to leave the screen.
      if (isSameGroup(next.group, released)) return
      setHeldGroup((before) => {
        const isSame =
          before !== null &&
          keyOf(before.question) === keyOf(next.question) &&
          isSameGroup(before.group, next.group)
        const now: HeldGroup = { ...next, id: isSame ? before.id : idOf(next.group) }
        const isNew =
          before === null ||
          Object.entries(now).some(([name, value]) => before[name as keyof HeldGroup] !== value)
        return isNew ? now : before
      })
    },
    /** Releases answers that were graded here, or for which a colleague's grade was kept. */
    letGo: (answers: Answers) => {
      setHeldGroup((before) => (before && isSameGroup(before.group, answers) ? null : before))
      setReleased((before) => [...before, ...answers])
    },
    /** Marks answers as needing a grade again. */
    getBack: (answers: Answers) =>
      setReleased((before) => before.filter((each) => !isSameGroup([each], answers))),
  }
}

/**
 * Returns the current group, and all groups of answers on the screen. These include the held group even if it
 * no longer needs a grade.
 */
export function useGroups(
  { heldGroup: last, take }: ReturnType<typeof useHold>,
  question: WaitingQuestion | null,
  inQueue: number,
  data: OutputOf<typeof grading.question> | undefined,
) {
  const key = question ? keyOf(question) : ''
  const heldGroup = last && keyOf(last.question) === key ? last : null
  const waiting: readonly Group[] = (question && data?.alike.map(({ answers }) => answers)) ?? []
  const isLost =
    heldGroup !== null && data !== undefined && !waiting.some((group) => isSameGroup(group, heldGroup.group))
  const groups = isLost ? waiting.toSpliced(heldGroup.at, 0, heldGroup.group) : waiting
  const fullQuestion = data?.asked ?? (isLost ? heldGroup.fullQuestion : null)
  const atHand = useCurrentGroup(groups, key, heldGroup?.group)
  const { place, current } = atHand
  useEffect(() => {
    if (question && fullQuestion && current)
      take({ question, place: inQueue, fullQuestion, group: current, at: place })
  })
  return { key, fullQuestion, groups, heldGroup, isLost, atHand }
}
