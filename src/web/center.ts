import type { Me } from '#features/accounts/rules.ts'

const key = 'center'

/**
 * Returns the id of the center last used in this browser, if this person may use it, or else of their only
 * center. Returns null otherwise.
 */
export function chosenCenter(me: Pick<Me, 'centers' | 'role'>): string | null {
  const stored = localStorage.getItem(key)
  if (stored && (me.centers.includes(stored) || me.role === 'admin')) return stored
  return me.centers.length === 1 ? (me.centers[0] ?? null) : null
}

export const rememberCenter = (centerId: string) => localStorage.setItem(key, centerId)

/**
 * Remembers the current day at a center, from which `first-reads.ts` estimates it when the next page opens.
 */
export const rememberToday = (today: string) => localStorage.setItem('today', `${today} ${Date.now()}`)

/**
 * Returns the path of the page to open when the user switches from the page at `path` to the center `to`
 * (spec §2). A page that exists at every center stays open, the scheduler even with its day and subject. The
 * page of a single student, parent or class is replaced by the list of students or classes, and a page
 * outside all centers is replaced by the center's dashboard.
 */
export function pageAt(path: string, to: string) {
  const [, where, , page, ...deeper] = path.split('/')
  const list = page === 'parents' ? 'students' : page
  const kept = where === 'centers' && list ? [list, ...(list === 'scheduler' ? deeper : [])] : []
  return ['/centers', encodeURIComponent(to), ...kept].join('/')
}

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns the search parameters that still apply at another center: all except ids, such as those of a class
 * or a student.
 */
export const searchAt = (search: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => !id.test(String(value))))
