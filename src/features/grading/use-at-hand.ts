import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ToGrade } from './api.ts'

export type Group = readonly ToGrade[]

/** What names a group while its answers are on the screen. */
export const idOf = (group: Group) => group[0]?._id ?? ''

type Answers = readonly { _id: string }[]
/** Whether these are the same answers, though some of them may have left. */
export const isSameGroup = (one: Answers, other: Answers) => one.some(({ _id }) => other.some((each) => each._id === _id))

const start = { question: '', id: '', place: 0 }

/**
 * Which group the keys are for: the one that was chosen, or is in front of somebody already, or what stands where it stood; of another question the
 * first.
 */
export function useAtHand(groups: readonly Group[], question: string, held: Group = []) {
  const [chosen, setChosen] = useState(start)
  const ofChosen = groups.findIndex((group) => isSameGroup(group, [{ _id: chosen.id }]))
  const found = ofChosen >= 0 ? ofChosen : groups.findIndex((group) => isSameGroup(group, held))
  const before = chosen.question === question ? chosen.place : 0
  const place = found >= 0 ? found : Math.min(before, groups.length - 1)
  return {
    place,
    current: groups[place],
    choose: (group: Group) => setChosen({ question, id: idOf(group), place: groups.indexOf(group) }),
    /** An answer that will be on the screen soon. */
    expect: (id: string) => setChosen({ ...start, id }),
    /** The group is about to leave: the next one takes its place. */
    leave: (group: Group) => setChosen({ question, id: '', place: groups.indexOf(group) }),
  }
}

/** Shows a question from its beginning, on small screens where it may be out of sight. */
export function bringIn(box: HTMLElement | null) {
  const top = box?.getBoundingClientRect().top ?? 0
  if (top < 0 || top > innerHeight / 2) box?.scrollIntoView()
}

/**
 * Puts the focus on the group at hand as soon as it is drawn, so that whoever grades by keys goes on from there; with nothing left, on their place.
 * Of another question than that at which it was asked for, the question comes into sight too, so that nobody grades what they haven't read.
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
    if (isAnother) bringIn(box.current)
  })
  return () => {
    wanted.current = { at: question }
  }
}
