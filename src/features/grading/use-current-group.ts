import { type RefObject, useEffect, useRef, useState } from 'react'
import type { AnswerToGrade } from './api.ts'

export type Group = readonly AnswerToGrade[]

/** Identifies a group on the screen by its first answer. */
export const idOf = (group: Group) => group[0]?._id ?? ''

type Answers = readonly { _id: string }[]
/** Returns true if two groups share an answer, even if other answers are in only one of them. */
export const isSameGroup = (one: Answers, other: Answers) =>
  one.some(({ _id }) => other.some((each) => each._id === _id))

const start = { question: '', id: '', place: 0 }

/**
 * Determines the group that the keyboard shortcuts apply to: the selected one, the one already on screen, or
 * the one that took its place. For a different question, chooses the first group.
 */
export function useCurrentGroup(groups: readonly Group[], question: string, heldGroup: Group = []) {
  const [chosen, setChosen] = useState(start)
  const ofChosen = groups.findIndex((group) => isSameGroup(group, [{ _id: chosen.id }]))
  const found = ofChosen >= 0 ? ofChosen : groups.findIndex((group) => isSameGroup(group, heldGroup))
  const before = chosen.question === question ? chosen.place : 0
  const place = found >= 0 ? found : Math.min(before, groups.length - 1)
  return {
    place,
    current: groups[place],
    choose: (group: Group) => setChosen({ question, id: idOf(group), place: groups.indexOf(group) }),
    /** Selects an answer that is about to appear on the screen. */
    expect: (id: string) => setChosen({ ...start, id }),
    /** Selects the next group, because this one is about to leave the screen. */
    leave: (group: Group) => setChosen({ question, id: '', place: groups.indexOf(group) }),
  }
}

/** Scrolls to the start of a question, because it may be out of view on small screens. */
export function scrollToStart(box: HTMLElement | null) {
  const top = box?.getBoundingClientRect().top ?? 0
  if (top < 0 || top > innerHeight / 2) box?.scrollIntoView()
}

/**
 * Returns a function that focuses the current group once it is rendered, or the empty queue if no group is
 * left, so that people can go on grading with the keyboard. If the question has changed, scrolls to its
 * start, so that nobody grades an answer without reading the question.
 */
export function useFocus(box: RefObject<HTMLDivElement | null>, question: string) {
  const wanted = useRef<{ at: string } | null>(null)
  useEffect(() => {
    if (!wanted.current) return
    const card = question === '' ? box.current : box.current?.querySelector<HTMLElement>('[data-current]')
    if (!card) return
    const isAnother = wanted.current.at !== question
    wanted.current = null
    card.focus({ preventScroll: isAnother })
    if (isAnother) scrollToStart(box.current)
  })
  return () => {
    wanted.current = { at: question }
  }
}
