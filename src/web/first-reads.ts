import { namesInPath } from '#shared/page-path.ts'
import type { Page } from '#shared/permissions.ts'

/** First reads of the staff shell, which surrounds every page of a center. */
const shell = ['/centers', '/centers/$centerId'] as const

/**
 * First reads of the daily pages, as API paths with the parameters of the page's own path, `$today` for the
 * center's current day, and `$on` for the page's day. Tests compare them with the endpoints and the actual
 * reads of pages.
 */
export const firstReads = {
  '/student': ['/student', '/student/record'],
  '/student/homework/$hwId/sections': ['/student/homework/$hwId'],
  '/student/homework/$hwId/sections/$sectionNum/questions/$quesNum': [
    '/student/homework/$hwId',
    '/student/homework/$hwId/sections/$sectionNum/$quesNum',
  ],
  '/student/tests/$testId/questions/$quesNum': ['/student/tests/$testId', '/student/tests/$testId/$quesNum'],
  '/parent': ['/parent/students', '/parent/centers', '/parent/makeups', '/users/me/requests'],
  '/centers/$centerId': [
    ...shell,
    '/centers/$centerId/dashboard',
    '/centers/$centerId/reports/schedule-oddities',
    '/centers/$centerId/makeup-requests',
    '/centers/$centerId/schedules/$today',
  ],
  '/centers/$centerId/scheduler/$scheduleId': [
    ...shell,
    '/centers/$centerId/schedules/$scheduleId',
    '/centers/$centerId/offers',
  ],
  '/centers/$centerId/attendance': [...shell, '/centers/$centerId/schedules/$on'],
  '/centers/$centerId/attendance/$classId': [
    ...shell,
    '/centers/$centerId/schedules/$on',
    '/centers/$centerId/attendances?classId=$classId&on=$on',
  ],
  '/centers/$centerId/classes': [...shell, '/centers/$centerId/classes'],
  '/centers/$centerId/classes/$classId': [...shell, '/centers/$centerId/classes/$classId'],
  '/centers/$centerId/students': [
    ...shell,
    '/centers/$centerId/students?filter=0&search=&sort=name&down=false',
    '/centers/$centerId/classes',
    '/centers/$centerId/staff',
    '/bl/levels',
  ],
  // Must come before the student's page, which would otherwise match this path.
  '/centers/$centerId/students/import': [...shell, '/centers/$centerId/students/imports'],
  '/centers/$centerId/students/$studentId': [
    ...shell,
    '/students/$studentId',
    '/centers/$centerId/students/$studentId',
    '/centers/$centerId/students/$studentId/coming',
    '/centers/$centerId/students/$studentId/credits',
    '/centers/$centerId/students/$studentId/places',
  ],
  '/centers/$centerId/grading': [
    ...shell,
    '/centers/$centerId/grading',
    '/centers/$centerId/snippets',
    '/centers/$centerId/schedules/$today',
  ],
} as const satisfies Partial<Record<Page, readonly string[]>>

const dayMs = 86_400_000

/** Returns this device's date at a given time (ms), as the start of that day in UTC (ms). */
function deviceDay(at: number) {
  const local = at - new Date(at).getTimezoneOffset() * 60_000
  return local - (local % dayMs)
}

/**
 * Estimates the center's current day. Assumes that it differs from this device's date by as many days as when
 * `rememberToday` last stored it. Returns null if none is stored.
 */
function likelyToday() {
  const [day, at] = localStorage.getItem('today')?.split(' ') ?? []
  if (!day) return null
  const ahead = Date.parse(day) - deviceDay(Number(at))
  return new Date(deviceDay(Date.now()) + ahead).toISOString().slice(0, 10)
}

/**
 * Returns the API paths that the page will read first. Empty for a page that isn't in `firstReads`, and for
 * one with search parameters other than `on`.
 */
export function readsAt({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string[] {
  const query = new URLSearchParams(search)
  const on = query.get('on')
  if (query.size > (on === null ? 0 : 1)) return []
  for (const [page, reads] of Object.entries(firstReads)) {
    const names = namesInPath(page, pathname)
    if (!names) continue
    const today = likelyToday()
    const known: Record<string, string | null> = { today, on: on ?? today, ...names }
    return reads
      .map((read) => read.replace(/\$(\w+)/g, (_, name: string) => known[name] ?? '$'))
      .filter((read) => !read.includes('$'))
  }
  return []
}
