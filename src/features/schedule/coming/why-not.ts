/** The classes that a student is going to have (product §5). */

type Coming = { closed: string | null; cancelled: boolean; onBreak: boolean; told: boolean }

/** Why a class doesn't wait for a student on a day, or null when it does. */
export function whyNot({ closed, cancelled, onBreak, told }: Coming) {
  if (closed !== null) return ['Closed', closed].filter(Boolean).join(': ')
  if (cancelled) return 'Cancelled'
  if (onBreak) return 'On break'
  return told ? 'Won’t come' : null
}
