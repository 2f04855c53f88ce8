import { useQuery } from '@tanstack/react-query'
import { useParams, useLocation } from '@tanstack/react-router'
import { plain } from '#shared/text.ts'
import { read } from '#web/api.ts'
import { classroom } from './api.ts'
import { type Seat, seats } from './rules.ts'

/** Who was chosen on this device, in this tab and until it is closed; ids alone, because nobody's name stays on a device (reliability T33). */
export type Taken = { userId: string; seat: Seat }
const key = 'seat'

export function takenSeat(): Taken | null {
  const [seat, userId] = (sessionStorage.getItem(key) ?? '').split(' ')
  const known = seats.find((each) => each === seat)
  return known && userId ? { seat: known, userId } : null
}

/** Remembers who was chosen; null forgets. */
export function takeSeat(taken: Taken | null) {
  if (taken) sessionStorage.setItem(key, `${taken.seat} ${taken.userId}`)
  else sessionStorage.removeItem(key)
}

/** Where somebody's classroom begins (spec §2, device pages). */
export const classroomOf = (centerId: string, { seat, userId }: Taken): string =>
  `/centers/${encodeURIComponent(centerId)}/${seat}/${userId}/classroom`

/** A class in somebody's classroom, and a student in a class. */
export const classPage = (root: string, classId: string): string => `${root}/${classId}`
export const studentPage = (at: string, studentId: string): string => `${at}/students/${studentId}`

/** Whose classroom a page is, by its address, with `root` of all of their pages; `name` is empty until it is known. */
export function useSeat() {
  const { centerId = '', userId = '', classId = '' } = useParams({ strict: false })
  const { pathname } = useLocation()
  const seat: Seat = pathname.includes(`/tas/${userId}/`) ? 'tas' : 'teachers'
  const { data } = useQuery({ ...read(classroom.people, { centerId }), enabled: userId !== '' && centerId !== '' })
  const person = data?.[seat].find(({ _id }) => _id === userId)
  const root: string = classroomOf(centerId, { seat, userId })
  return { centerId, userId, seat, classId, root, name: person ? plain(`${person.firstName} ${person.lastName}`.trim()) : '' }
}
