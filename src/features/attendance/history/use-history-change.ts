import { useQueryClient } from '@tanstack/react-query'
import { attendance } from '../api.ts'
import { attendanceHistory } from './api.ts'

/** Returns a function that refetches attendance histories and rolls. Call it after a correction. */
export function useHistoryChange() {
  const queries = useQueryClient()
  const reads = [attendanceHistory.list, attendanceHistory.corrections, attendance.roll]
  return () => Promise.all(reads.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
}
