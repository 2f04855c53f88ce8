import type { Me } from '#features/accounts/rules.ts'

const key = 'center'

/**
 * Returns the center that this person last used in this browser, if they may still use it, or else their only
 * center. Null if they must choose one.
 */
export function chosenCenter(me: Pick<Me, 'centers' | 'role'>): string | null {
  const stored = localStorage.getItem(key)
  if (stored && (me.centers.includes(stored) || me.role === 'admin')) return stored
  return me.centers.length === 1 ? (me.centers[0] ?? null) : null
}

export const rememberCenter = (centerId: string) => localStorage.setItem(key, centerId)

/** Remembers a center's current day for the first reads of its pages (`first-reads.ts`). */
export const rememberToday = (today: string) => localStorage.setItem('today', `${today} ${Date.now()}`)

/**
 * Returns the page to open when the user switches from the center in `path` to the center `to` (spec §2). A
 * page that every center has stays open, with its day and subject. The page of a single student, parent or
 * class is replaced by the list of students or classes, and any other page by the dashboard.
 */
export function pageAt(path: string, to: string) {
  const [, where, , page, ...deeper] = path.split('/')
  const list = page === 'parents' ? 'students' : page
  const kept = where === 'centers' && list ? [list, ...(list === 'scheduler' ? deeper : [])] : []
  return ['/centers', encodeURIComponent(to), ...kept].join('/')
}

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns the search parameters that still apply at another center: all except the ids of classes, students
 * and staff.
 */
export const searchAt = (search: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => !id.test(String(value))))
