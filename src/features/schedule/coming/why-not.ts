/** The classes that a student is going to have (product §5). */

type Coming = { closed: string | null; canceled: boolean; onBreak: boolean; told: boolean }

/** Why a class doesn't wait for a student on a day, or null when it does. */
export function whyNot({ closed, canceled, onBreak, told }: Coming) {
  if (closed !== null) return ['Closed', closed].filter(Boolean).join(': ')
  if (canceled) return 'Canceled'
  if (onBreak) return 'On break'
  return told ? 'Won’t come' : null
}
