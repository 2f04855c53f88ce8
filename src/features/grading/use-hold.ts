import { useEffect, useState } from 'react'
import type { OutputOf } from '#shared/contract.ts'
import type { Asked, grading, Waiting } from './api.ts'
import { keyOf } from './rules.ts'
import { type Group, idOf, isSameGroup, useCurrentGroup } from './use-current-group.ts'

/**
 * A question with its position in the queue, and its current group of answers with the group's position and
 * id.
 */
export type Held = { question: Waiting; place: number; asked: Asked; group: Group; at: number; id: string }

type Answers = readonly { _id: string }[]

/**
 * Keeps the current answers on screen even if a colleague grades them in the meantime, so that a key press
 * never grades answers that this person hasn't read, and a comment in progress isn't lost. Releases them once
 * this person grades them or moves on.
 */
export function useHold() {
  const [held, setHeld] = useState<Held | null>(null)
  const [gone, setGone] = useState<Answers>([])
  return {
    held,
    take: (next: Omit<Held, 'id'>) => {
      // The group is about to leave the screen.
      if (isSameGroup(next.group, gone)) return
      setHeld((before) => {
        const isSame =
          before !== null &&
          keyOf(before.question) === keyOf(next.question) &&
          isSameGroup(before.group, next.group)
        const now: Held = { ...next, id: isSame ? before.id : idOf(next.group) }
        const isNew =
          before === null || Object.entries(now).some(([name, value]) => before[name as keyof Held] !== value)
        return isNew ? now : before
      })
    },
    /** Releases answers that were graded here, or for which a colleague's grade was kept. */
    letGo: (answers: Answers) => {
      setHeld((before) => (before && isSameGroup(before.group, answers) ? null : before))
      setGone((before) => [...before, ...answers])
    },
    /** Marks answers as needing a grade again. */
    getBack: (answers: Answers) =>
      setGone((before) => before.filter((each) => !isSameGroup([each], answers))),
  }
}

/**
 * Returns the groups of answers on the screen, including the held group even if it no longer needs a grade,
 * and the current group.
 */
export function useGroups(
  { held: last, take }: ReturnType<typeof useHold>,
  question: Waiting | null,
  inQueue: number,
  data: OutputOf<typeof grading.question> | undefined,
) {
  const key = question ? keyOf(question) : ''
  const held = last && keyOf(last.question) === key ? last : null
  const waiting: readonly Group[] = (question && data?.alike.map(({ answers }) => answers)) ?? []
  const isLost =
    held !== null && data !== undefined && !waiting.some((group) => isSameGroup(group, held.group))
  const groups = isLost ? waiting.toSpliced(held.at, 0, held.group) : waiting
  const asked = data?.asked ?? (isLost ? held.asked : null)
  const atHand = useCurrentGroup(groups, key, held?.group)
  const { place, current } = atHand
  useEffect(() => {
    if (question && asked && current) take({ question, place: inQueue, asked, group: current, at: place })
  })
  return { key, asked, groups, held, isLost, atHand }
}
