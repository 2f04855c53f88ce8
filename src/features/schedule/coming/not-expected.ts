import { t } from '#shared/language.ts'
/** Possible reasons why a student isn't expected in a class (product §5). */

type MeetingState = { closed: string | null; canceled: boolean; onBreak: boolean; told: boolean }

/** Returns why a student isn't expected in a class on a day, or null if they are. */
export function reasonNotExpected({ closed, canceled, onBreak, told }: MeetingState) {
  if (closed !== null) return closed ? t('Closed: {reason}', { reason: closed }) : t('Closed')
  if (canceled) return t('Canceled')
  if (onBreak) return t('On break')
  return told ? t('Can’t come') : null
}
