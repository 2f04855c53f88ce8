import { useQuery } from '@tanstack/react-query'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { classroom } from './api.ts'

/** Polling interval in ms, needed because a socket can be dead without being closed (reliability F14). */
const pollMs = 12_000

/** Returns the tiles of a class, refetched within a second of any activity of its students. */
export function useTiles(classId: string) {
  const tiles = useQuery({ ...read(classroom.tiles, { classId }), refetchInterval: pollMs })
  const students = (tiles.data?.tiles ?? []).map(({ studentId }) => `student:${studentId}`)
  useLive(students, ['answer', 'work', 'place'], [classroom.tiles, classroom.answers, classroom.student])
  useLive(tiles.data ? `center:${tiles.data.centerId}` : null, ['attendance', 'schedule'], [classroom.tiles])
  return tiles
}
