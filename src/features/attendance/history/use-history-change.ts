import { useQueryClient } from '@tanstack/react-query'
import { attendance } from '#features/attendance/api.ts'
import { attendanceHistory } from './api.ts'

/** After a correction: what shows marks on the screen is read again. */
export function useHistoryChange() {
  const queries = useQueryClient()
  const reads = [attendanceHistory.list, attendanceHistory.corrections, attendance.roll]
  return () => Promise.all(reads.map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
}
