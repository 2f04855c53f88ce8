import { attendanceWording } from './change-words.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { attendance } from './api.ts'
import { attendanceRoutes } from './routes.ts'
import { attendanceHistory } from './history/api.ts'
import { attendanceHistoryRoutes } from './history/routes.ts'

/** Attendance: the roll of a class on a day, marks, and their history. */
export const attendanceFeature: Feature = {
  name: 'attendance',
  endpoints: () => [
    endpoints(attendance, attendanceRoutes),
    endpoints(attendanceHistory, attendanceHistoryRoutes),
  ],
  wording: attendanceWording,
}
