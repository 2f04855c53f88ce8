import type { Me } from '#features/accounts/rules.ts'

const key = 'center'

/** The center this person worked at last in this browser, if they still may; with only one center it is that. */
export function chosenCenter(me: Pick<Me, 'centers' | 'role'>): string | null {
  const stored = localStorage.getItem(key)
  if (stored && (me.centers.includes(stored) || me.role === 'admin')) return stored
  return me.centers.length === 1 ? (me.centers[0] ?? null) : null
}

export const rememberCenter = (centerId: string) => localStorage.setItem(key, centerId)

/**
 * Returns the path to open when the center changes to `to` while `path` is open (spec §2). A page of the center stays open with its day and subject.
 * A student, parent or class leads to its list, everything else to the dashboard.
 */
export function pageAt(path: string, to: string) {
  const [, where, , page, ...deeper] = path.split('/')
  const list = page === 'parents' ? 'students' : page
  const kept = where === 'centers' && list ? [list, ...(list === 'scheduler' ? deeper : [])] : []
  return ['/centers', encodeURIComponent(to), ...kept].join('/')
}
