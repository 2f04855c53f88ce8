import { fullName } from '#shared/full-name.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams, useLocation } from '@tanstack/react-router'
import { asStaff } from '#features/practice/question-ref.ts'
import { read } from '#web/api.ts'
import { classroom } from './api.ts'
import { type Seat, seats } from './rules.ts'

/**
 * Person chosen on this device. Applies to this tab until it is closed. Only ids are stored, so that no name
 * stays on a device (reliability T33).
 */
export type TakenSeat = { userId: string; seat: Seat }
const key = 'seat'

export function takenSeat(): TakenSeat | null {
  const [seat, userId] = (sessionStorage.getItem(key) ?? '').split(' ')
  const known = seats.find((each) => each === seat)
  return known && userId ? { seat: known, userId } : null
}

/** Stores the chosen person; null clears it. */
export function takeSeat(taken: TakenSeat | null) {
  if (taken) sessionStorage.setItem(key, `${taken.seat} ${taken.userId}`)
  else sessionStorage.removeItem(key)
}

/** Returns the path of a person's classroom (spec §2, device pages). */
export const classroomOf = (centerId: string, { seat, userId }: TakenSeat): string =>
  `/centers/${encodeURIComponent(centerId)}/${seat}/${userId}/classroom`

/** Returns the path of a class in a person's classroom. */
export const classPage = (root: string, classId: string): string => `${root}/${classId}`
/** Returns the `StaffViewer` of a student's work on a device. The student's pages are below the path `at`. */
export const studentOf = (at: string, studentId: string) => asStaff(studentId, `${at}/students/${studentId}`)

/**
 * Returns the person whose classroom the page belongs to, according to the URL. `root` is the base path of
 * that person's pages, and `name` is empty until loaded.
 */
export function useSeat() {
  const { centerId = '', userId = '', classId = '' } = useParams({ strict: false })
  const { pathname } = useLocation()
  const seat: Seat = pathname.includes(`/tas/${userId}/`) ? 'tas' : 'teachers'
  const { data } = useQuery({
    ...read(classroom.people, { centerId }),
    enabled: userId !== '' && centerId !== '',
  })
  const person = data?.[seat].find(({ _id }) => _id === userId)
  const root: string = classroomOf(centerId, { seat, userId })
  return {
    centerId,
    userId,
    seat,
    classId,
    root,
    name: person ? fullName(person) : '',
  }
}
