/** Upcoming classes of a student (product §5). */

type Coming = { closed: string | null; canceled: boolean; onBreak: boolean; told: boolean }

/** Returns why a student isn't expected in a class on a day, or null if they are. */
export function reasonNotExpected({ closed, canceled, onBreak, told }: Coming) {
  if (closed !== null) return ['Closed', closed].filter(Boolean).join(': ')
  if (canceled) return 'Canceled'
  if (onBreak) return 'On break'
  return told ? 'Won’t come' : null
}
