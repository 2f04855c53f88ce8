import type { Me } from '#features/accounts/rules.ts'

const key = 'center'

/** The centre this person worked at last in this browser, if they still may; with only one centre it is that. */
export function chosenCenter(me: Pick<Me, 'centers' | 'role'>): string | null {
  const stored = localStorage.getItem(key)
  if (stored && (me.centers.includes(stored) || me.role === 'admin')) return stored
  return me.centers.length === 1 ? (me.centers[0] ?? null) : null
}

export const rememberCenter = (centerId: string) => localStorage.setItem(key, centerId)
