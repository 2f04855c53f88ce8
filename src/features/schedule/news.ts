import type { emailTemplates } from '#features/accounts/defaults/defaults.ts'
import type { Day } from '#shared/days.ts'

/**
 * A message to the families of everyone expected in one class on a day, of everyone expected at the center on
 * a day or range of days, or of certain students. Its text is a template or a draft.
 */
export type News = {
  audience: { classId: string; date: Day } | { date: Day; until?: Day } | { studentIds: string[] }
} & ({ template: (typeof emailTemplates)[number]['name'] } | { subject: string; body: string })

/**
 * Props of the sheet that offers to notify the families; `news` must remain the same object while the sheet
 * is open.
 */
export type NewsSheetProps = { centerId: string; news: News; onClose: () => void }
