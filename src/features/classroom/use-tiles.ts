import { useQuery } from '@tanstack/react-query'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { classroom } from './api.ts'

/** Whatever becomes of the socket, also when it is open and dead (reliability F14). */
const pollMs = 12_000

/** The tiles of a class, read again within a second of what its students do. */
export function useTiles(classId: string) {
  const tiles = useQuery({ ...read(classroom.tiles, { classId }), refetchInterval: pollMs })
  const students = (tiles.data?.tiles ?? []).map(({ studentId }) => `student:${studentId}`)
  useLive(students, ['answer', 'work', 'place'], [classroom.tiles, classroom.answers, classroom.student])
  useLive(tiles.data ? `center:${tiles.data.centerId}` : null, ['attendance', 'schedule'], [classroom.tiles])
  return tiles
}
