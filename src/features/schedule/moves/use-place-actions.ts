import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schedule } from '../api.ts'
import { credits } from '../credits/api.ts'
import { places } from '../places/api.ts'
import type { CallInput, Endpoint } from '#shared/contract.ts'
import { t } from '#shared/language.ts'
import { call, read } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import type { MovingStudent } from './MoveOrMakeUp.tsx'
import { moveChoicesInto } from './move-choices.ts'
import type { PlaceAction } from './StudentMenu.tsx'
import { type DraggedStudent, useDragging } from './use-drops.ts'

/**
 * Sheet shown over the day: the action, the student, and the id of the class that the student was dropped on,
 * or null.
 */
export type PlaceActionShown = { action: PlaceAction; mover: MovingStudent; to: string | null }

/**
 * Actions on students' places on a day, by menu or by dragging. Loads a student's places and credits only
 * when needed: after an action is chosen from the menu, or as soon as a drag starts.
 */
export function usePlaceActions(centerId: string, schedule: Schedule) {
  const queries = useQueryClient()
  const [shown, setShown] = useState<PlaceActionShown | null>(null)
  const { date: on, today, schedules: classes } = schedule

  // Fetches without the abort signal, because otherwise unmounting a line would cancel the fetch.
  const fetchFresh = <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
    queries.fetchQuery({ ...read(endpoint, input), queryFn: () => call(endpoint, input) })

  async function load({ student, from }: DraggedStudent): Promise<MovingStudent | null> {
    const ofStudent = { centerId, studentId: student._id }
    const [studentPlaces, ledger] = await Promise.all([
      fetchFresh(places.ofStudent, ofStudent),
      fetchFresh(credits.ofStudent, ofStudent),
    ])
    const place = studentPlaces.find(
      ({ classId, startDate, endDate }) =>
        classId === from.id && startDate <= on && (endDate === null || endDate >= on),
    )
    return place ? { student, from, place, credits: ledger } : null
  }

  async function open(action: PlaceAction, dragged: DraggedStudent, to: string | null = null) {
    try {
      const mover = await load(dragged)
      const target = classes.find(({ id }) => id === to)
      const why = mover && target && moveChoicesInto({ ...mover, to: target, on, today, classes }).why
      if (why) toast(`${why}.`, 'warn')
      else if (mover) setShown({ action, mover, to })
      else toast(t('This student’s place has changed. Check the schedule and try again.'), 'warn')
    } catch (failure) {
      toast(sentenceFor(failure), 'error')
    }
  }

  useDragging({
    onStart: (dragged) => void load(dragged).catch(() => {}),
    onDrop: (dragged, classId) => void open('move', dragged, classId),
  })
  return { shown, open, close: () => setShown(null) }
}
